<?php
// call sends a request until the gateway has answered it: the same key makes the same refund.
function call(string $method, string $path, string $key = '', ?array $body = null): array
{
    for ($wait = 1; ; $wait *= 2) {
        $headers = ['X-API-Key: ' . getenv('API_KEY'), 'Content-Type: application/json'];
        if ($key !== '') {
            $headers[] = 'Idempotency-Key: ' . $key;
        }
        $answer = @file_get_contents(getenv('API') . $path, false, stream_context_create(['http' => [
            'method' => $method, 'header' => $headers, 'content' => $body === null ? '' : json_encode($body),
            'ignore_errors' => true, 'timeout' => 60,
        ]]));
        $status = $answer === false ? 0 : (int) explode(' ', $http_response_header[0])[1];
        if ($status >= 400 && $status < 500) {
            fwrite(STDERR, 'refused: ' . json_decode($answer, true)['message'] . "\n");
            exit(1);
        }
        if ($status >= 200 && $status < 300) {
            return json_decode($answer, true)['data'];
        }
        sleep($wait);
    }
}

$transaction = getenv('TRANSACTION_ID');
$request = ['transaction_id' => $transaction, 'reason' => 'requested_by_customer'];
$refund = call('POST', '/refunds', "refund-$transaction", $request);
while (in_array($refund['status'], ['pending', 'processing'], true)) { // pending: a person has to approve it first
    sleep(1);
    $refund = call('GET', '/refunds/' . $refund['id']);
}
echo "$refund[status] $refund[method] $refund[succeeded_at] $refund[failure_code]\n";
exit($refund['status'] === 'succeeded' ? 0 : 1);
