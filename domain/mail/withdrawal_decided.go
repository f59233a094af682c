package mail

// KindWithdrawalDecided tells who asked for a withdrawal or a settlement that an administrator approved or rejected it.
const KindWithdrawalDecided = "withdrawal_decided"
