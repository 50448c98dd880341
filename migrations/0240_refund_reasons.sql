-- Why a refund was made, in the merchant's words, for the merchant only; NULL: none given.
ALTER TABLE refunds ADD COLUMN reason text;
ALTER TABLE payouts ADD COLUMN refund_reason text;
