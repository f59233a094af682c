package words

// Reasons are the sentences for why something waits or how it ended, by the code of package why. A word in braces
// stands for a value of the reason.
var Reasons = map[string]Text{
	"not_opened": {
		"Penyedia belum menjawab permintaan pembayaran {amount}; gateway menanyakannya lagi.",
		"The provider has not answered the request for {amount} yet; the gateway asks again.",
	},
	"provider_refused": {
		"Penyedia menolak pembayaran {amount}. Buat pembayaran baru.",
		"The provider refused the payment of {amount}. Create a new one.",
	},
	"not_paid": {
		"Pelanggan belum membayar {amount}; pembayaran dapat dilakukan sampai {until}.",
		"The customer has not paid {amount}; it can be paid until {until}.",
	},
	"expiry_due": {
		"Waktu untuk membayar {amount} sudah habis; gateway menanyakan penyedia sekali lagi sebelum mengakhirinya.",
		"The time to pay {amount} is over; the gateway asks the provider once more before it ends the payment.",
	},
	"expired": {
		"Kedaluwarsa pada {at}: {amount} tidak dibayar pada waktunya.",
		"Expired at {at}: {amount} was not paid in time.",
	},
	"cancelled": {
		"Dibatalkan oleh merchant pada {at}.",
		"The merchant cancelled it at {at}.",
	},
	"replaced": {
		"Digantikan oleh pembayaran {other} pada {at}.",
		"The payment {other} took its place at {at}.",
	},
	"closing": {
		"Gateway masih harus memberi tahu penyedia bahwa pembayaran ini sudah berakhir.",
		"The gateway is still to tell the provider that this payment has ended.",
	},
	"paid": {
		"Dibayar {amount} pada {at}.",
		"{amount} was paid at {at}.",
	},
	"settled": {
		"Dibayar {amount}, dan diselesaikan oleh penyedia pada {at}.",
		"{amount} was paid, and the provider settled it at {at}.",
	},
	"wrong_amount_released": {
		"Dibayar {amount}, bukan {expected}; setelah ditinjau, uangnya dikreditkan pada {at} ({about}).",
		"{amount} was paid instead of {expected}; after a review the money was credited at {at} ({about}).",
	},
	"wrong_amount": {
		"Dibayar {amount}, bukan {expected}; uangnya sedang ditinjau ({about}).",
		"{amount} was paid instead of {expected}; the money is under review ({about}).",
	},
	"second_payment": {
		"Dibayar lagi sebesar {amount}, padahal sudah dibayar; uangnya sedang ditinjau ({about}).",
		"{amount} was paid again although it had been paid; the money is under review ({about}).",
	},
	"order_paid": {
		"Dibayar {amount}, padahal pembayaran lain dari pesanan yang sama sudah dibayar; uangnya sedang ditinjau ({about}).",
		"{amount} was paid although another payment of the same order had been paid; the money is under review ({about}).",
	},
	"refund_awaited": {
		"Pengembalian {amount} ke pelanggan sudah diputuskan; menunggu sampai penyedia mencatatnya ({about}).",
		"It is decided that {amount} goes back to the customer; the provider is to book it ({about}).",
	},
	"unconfirmed": {
		"Ada pemberitahuan dari penyedia; gateway menanyakan penyedia apakah itu benar sebelum mencatatnya.",
		"A notification of the provider came; the gateway asks the provider whether it is so before it counts.",
	},
	"found_at_provider": {
		"Penyedia mempunyai transfer ini ({detail}), yang tidak tercatat di sini. Seseorang perlu mengambil alih, atau menyelesaikannya sendiri.",
		"The provider has an order of this transfer ({detail}) that is not known here. A person must adopt it, or end the transfer by hand.",
	},
	"contradicted": {
		"Laporan penyedia tidak cocok ({detail}); tidak ada uang yang dipindahkan. Seseorang perlu memeriksanya.",
		"A report of the provider does not fit ({detail}); no money moved. A person should look at it.",
	},
	"not_confirmed": {
		"Pemberitahuan menyebut {amount} dibayar, tetapi penyedia tidak memastikannya; tidak ada uang dipindahkan. Periksalah pada penyedia.",
		"A notification says that {amount} was paid, and the provider does not confirm it; no money moved. Look it up at the provider.",
	},
	"reversal_unknown": {
		"Penyedia melaporkan {amount} ditarik kembali, tetapi penerimaannya belum diketahui.",
		"The provider reports that {amount} was taken back, and it is not known to have been paid.",
	},
	"reversal_undecided": {
		"{amount} ditarik kembali, dan pembayaran ini memiliki beberapa penerimaan; seseorang perlu memutuskan yang mana.",
		"{amount} was taken back, and the payment was paid more than once; a person is to say which money it was.",
	},
	"reversed": {
		"{amount} ditarik kembali pada {at}.",
		"{amount} was taken back at {at}.",
	},
	"held_until_settled": {
		"{amount} sudah dikreditkan, tetapi ditahan sampai penyedia menyelesaikannya ({about}).",
		"{amount} is credited, and held until the provider settles it ({about}).",
	},
	"not_posted": {
		"Uangnya belum masuk ke saldo; gateway sedang membukukannya.",
		"The money is not in the balance yet; the gateway is about to book it.",
	},
	"parked_behind": {
		"Pembukuan merchant ini berhenti di belakang peristiwa pada {other}, yang tidak dapat dibukukan.",
		"The postings of this merchant wait behind an event of {other} that can't be posted.",
	},
	"recorded_by_merchant": {
		"Transaksi yang dicatat sendiri oleh merchant; tidak memindahkan uang di sini.",
		"A transaction that the merchant recorded itself; it moves no money here.",
	},
	"waits_for_approval": {
		"Menunggu persetujuan administrator atas {amount}.",
		"An administrator is to approve {amount}.",
	},
	"not_sent": {
		"Disetujui; gateway akan mengirim {amount} ke penyedia.",
		"Approved; the gateway is about to send {amount} to the provider.",
	},
	"payouts_stopped": {
		"Pengiriman dihentikan sejak {at} karena log yang lebih lama dipulihkan; operator harus melanjutkannya.",
		"No payout is sent since {at}, because an older log was restored; an operator must resume payouts.",
	},
	"no_connection": {
		"Disetujui, tetapi tidak ada koneksi yang mengirim {amount}: semua nonaktif, atau tidak melayani bank ini, atau tidak disebut oleh aturan perutean.",
		"Approved, but no connection makes the payout of {amount}: each is off, does not pay to this bank, or is not in the rule of the routing.",
	},
	"transfer_by_hand": {
		"Seseorang harus mentransfer {amount} dengan tangan, lalu menyelesaikannya di sini.",
		"A person is to transfer {amount} by hand, and to complete it here.",
	},
	"not_answered": {
		"Dikirim ke penyedia pada {at} (percobaan ke-{count}); belum ada jawaban.",
		"Sent to the provider at {at} (attempt {count}); there is no answer yet.",
	},
	"outcome_unknown": {
		"Tidak diketahui apakah penyedia menerima percobaan ke-{count}; gateway terus menanyakannya.",
		"It is not known whether the provider has attempt {count}; the gateway keeps asking.",
	},
	"float_empty": {
		"Dana gateway di penyedia tidak cukup untuk {amount}; dikirim lagi setelah dana ditambah.",
		"The gateway's own money at the provider does not cover {amount}; it is sent again once there is enough.",
	},
	"refund_not_held": {
		"Pengembalian dana {amount} diminta pada {at}; gateway sedang menahan uangnya di saldo ({about}).",
		"A refund of {amount} was asked for at {at}; the gateway is about to hold its money in the balance ({about}).",
	},
	"refund_for_owner": {
		"Pengembalian dana {amount} di atas batas harian; pemilik akun atau bagian keuangan perlu menyetujuinya ({about}).",
		"The refund of {amount} is above what goes by itself on a day; the owner or a finance person is to approve it ({about}).",
	},
	"refund_for_staff": {
		"Pengembalian dana {amount} lewat transfer menunggu persetujuan administrator ({about}).",
		"The refund of {amount} by transfer is to be approved by an administrator ({about}).",
	},
	"refund_not_sent": {
		"Uang pengembalian dana {amount} ditahan; gateway akan mengirimnya ke penyedia, setelah akun aktif bila sedang ditangguhkan ({about}).",
		"The money of the refund of {amount} is held; the gateway is about to send it to the provider, or once a suspended account is active again ({about}).",
	},
	"refund_not_answered": {
		"Pengembalian dana {amount} dikirim ke penyedia pada {at} (percobaan ke-{count}); belum diketahui apakah diterima, dan gateway terus menanyakannya ({about}).",
		"The refund of {amount} was sent to the provider at {at} (attempt {count}); it is not known whether the provider has it, and the gateway keeps asking ({about}).",
	},
	"refund_at_provider": {
		"Penyedia sedang mengembalikan {amount} ke pelanggan ({about}).",
		"The provider is giving {amount} back to the customer ({about}).",
	},
	"refund_succeeded": {
		"{amount} dikembalikan ke pelanggan pada {at} ({about}).",
		"{amount} went back to the customer at {at} ({about}).",
	},
	"refund_failed": {
		"Pengembalian dana {amount} gagal pada {at}; uangnya kembali ke saldo ({about}).",
		"The refund of {amount} failed at {at}; its money is in the balance again ({about}).",
	},
	"refund_bounced": {
		"Pengembalian dana {amount} sempat berhasil, lalu uangnya kembali pada {at}; uangnya ada di saldo ({about}).",
		"The refund of {amount} had succeeded, and its money came back at {at}; it is in the balance again ({about}).",
	},
	"refund_cancelled": {
		"Pengembalian dana {amount} dibatalkan pada {at}; uangnya kembali ke saldo ({about}).",
		"The refund of {amount} was cancelled at {at}; its money is in the balance again ({about}).",
	},
	"refund_rejected": {
		"Pengembalian dana {amount} ditolak pada {at}; uangnya kembali ke saldo ({about}).",
		"The refund of {amount} was rejected at {at}; its money is in the balance again ({about}).",
	},
	"dispute_unanswered": {
		"Pelanggan menyengketakan {amount}; merchant dapat menjawab sampai {until} ({about}).",
		"The customer disputes {amount}; the merchant can answer until {until} ({about}).",
	},
	"dispute_to_forward": {
		"Merchant sudah menjawab sengketa atas {amount}; administrator perlu meneruskannya sebelum {until} ({about}).",
		"The merchant answered the dispute about {amount}; an administrator is to forward the answer before {until} ({about}).",
	},
	"dispute_under_review": {
		"Jaringan pembayaran sedang memutuskan sengketa atas {amount} ({about}).",
		"The payment network is deciding the dispute about {amount} ({about}).",
	},
	"dispute_to_be_taken": {
		"Sengketa atas {amount} tidak dimenangkan; uangnya ditahan sampai penyedia mengambilnya ({about}).",
		"The dispute about {amount} was not won; the money is held until the provider takes it ({about}).",
	},
	"dispute_won": {
		"Sengketa atas {amount} dimenangkan pada {at}; uangnya ada di saldo ({about}).",
		"The dispute about {amount} was won at {at}; the money is in the balance ({about}).",
	},
	"dispute_lost": {
		"Sengketa atas {amount} tidak dimenangkan, dan penyedia mengambil uangnya pada {at} ({about}).",
		"The dispute about {amount} was not won, and the provider took the money at {at} ({about}).",
	},
	"slip_for_staff": {
		"Bukti potong atas {amount} untuk {other} menunggu dibandingkan dengan berkasnya dan dengan biaya bulan itu ({about}).",
		"The slip of {amount} for {other} is to be compared with its file and with the fees of that month ({about}).",
	},
	"slip_credited": {
		"Bukti potong cocok dengan biaya {other}; {amount} dikreditkan ke saldo pada {at} ({about}).",
		"The slip agrees with the fees of {other}; {amount} was credited to the balance at {at} ({about}).",
	},
	"slip_rejected": {
		"Bukti potong ditolak pada {at}; bukti potong itu memuat alasannya dan dapat dikirim lagi ({about}).",
		"The slip was rejected at {at}; it shows the reason, and may be submitted again ({about}).",
	},
	"slips_posted_back": {
		"Biaya {other} berkurang, sehingga {amount} dari bukti potong bulan itu dibukukan kembali, terakhir pada {at} ({about}).",
		"The fees of {other} became less, so {amount} of the slips of that month was posted back, the last at {at} ({about}).",
	},
	"write_off_open": {
		"Dari {expected} yang dihapusbukukan, {amount} belum kembali ({about}).",
		"Of {expected} that were written off, {amount} have not come back ({about}).",
	},
	"write_off_recovered": {
		"Seluruh {amount} yang dihapusbukukan sudah kembali, terakhir pada {at} ({about}).",
		"All of the {amount} that were written off came back, the last at {at} ({about}).",
	},
	"written_off": {
		"{other} meminta {amount} dihapusbukukan; dibukukan pada {at}, karena: {detail}",
		"{other} asked to write off {amount}; it was booked at {at}, because: {detail}",
	},
	"write_off_granted": {
		"{other} menyetujuinya; dibukukan pada {at} ({about}).",
		"{other} granted it; it was booked at {at} ({about}).",
	},
	"write_off_repaid": {
		"Uang masuk {other} lebih dulu melunasi {amount} darinya pada {at} ({about}).",
		"The credit {other} first repaid {amount} of it at {at} ({about}).",
	},
	"in_transfer": {
		"Penyedia sedang mentransfer {amount} ke rekening bank.",
		"The provider is transferring {amount} to the bank account.",
	},
	"payout_completed": {
		"{amount} ditransfer ke rekening bank; selesai pada {at}.",
		"{amount} was transferred to the bank account; completed at {at}.",
	},
	"payout_failed": {
		"Transfer {amount} gagal pada {at}; totalnya dikembalikan ke saldo.",
		"The transfer of {amount} failed at {at}; its total is back in the balance.",
	},
	"payout_rejected": {
		"Ditolak oleh administrator pada {at}; totalnya dikembalikan ke saldo.",
		"An administrator rejected it at {at}; its total is back in the balance.",
	},
	"payout_cancelled": {
		"Dibatalkan oleh merchant pada {at}; totalnya dikembalikan ke saldo.",
		"The merchant cancelled it at {at}; its total is back in the balance.",
	},
	"payout_reversed": {
		"Bank mengembalikan {amount} pada {at}; totalnya dikembalikan ke saldo.",
		"The bank returned {amount} at {at}; its total is back in the balance.",
	},
	"second_signature": {
		"Diminta oleh {other}; administrator kedua harus menyetujuinya sampai {until} ({about}).",
		"{other} asked for it; a second administrator must grant it until {until} ({about}).",
	},
	"approval_running": {
		"Disetujui oleh administrator kedua; gateway sedang melaksanakannya ({about}).",
		"A second administrator granted it; the gateway is doing it ({about}).",
	},
	"callback_due": {
		"Callback akan dikirim ({about}).",
		"The callback is about to be sent ({about}).",
	},
	"callback_retry": {
		"Callback gagal {times}; dicoba lagi pada {until} ({about}).",
		"The callback failed {times}; it is tried again at {until} ({about}).",
	},
	"callback_behind": {
		"Callback menunggu callback sebelumnya tentang hal yang sama: {other} ({about}).",
		"The callback waits for an earlier one about the same thing: {other} ({about}).",
	},
	"callback_delivered": {
		"Callback diterima pada {at}.",
		"The callback was delivered at {at}.",
	},
	"callback_given_up": {
		"Callback gagal {times} dan tidak dicoba lagi sejak {at}; dapat dikirim ulang ({about}).",
		"The callback failed {times} and is given up since {at}; it can be sent again ({about}).",
	},
	"nothing_waits": {
		"Tidak ada yang ditunggu.",
		"There is nothing to wait for.",
	},
	"owed": {
		"Merchant berutang {amount}, karena uang ditarik kembali setelah dibayar; pemasukan berikutnya melunasinya lebih dulu.",
		"The merchant owes {amount}, because money was taken back after it was paid; what comes in fills that first.",
	},
	"halted_model": {
		"Tampilan {about} berhenti di peristiwa {event} dan menunjukkan keadaan sebelumnya; lognya sendiri benar.",
		"The read model {about} halted at the event {event} and shows what was before; the log itself is right.",
	},
}
