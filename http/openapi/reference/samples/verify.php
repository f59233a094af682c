<?php
// For a test: php -S 127.0.0.1:$PORT verify.php

// verify reports whether the gateway signed the body, within the last 5 minutes.
function verify(string $body, string $secret): bool
{
    $key = base64_decode(preg_replace('/^whsec_/', '', $secret), true);
    $id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
    $timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
    if ($key === false || !ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $wanted = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
        if (hash_equals($wanted, $signature)) {
            return true;
        }
    }
    return false;
}

$body = file_get_contents('php://input');
// Store the body under its webhook-id here, and work on it afterwards.
http_response_code(verify($body, getenv('WEBHOOK_SECRET')) ? 204 : 400);
