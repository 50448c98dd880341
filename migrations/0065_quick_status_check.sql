-- The same question, asked by statements that PostgreSQL plans once for a connection. A text that is put together for each row is
-- planned for each: a third of what it took to change the status of a charge.
CREATE OR REPLACE FUNCTION status_must_be_allowed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  allowed boolean;
BEGIN
  CASE TG_ARGV[0]
    WHEN 'charge_transitions' THEN
      allowed := EXISTS (SELECT FROM charge_transitions WHERE from_status = OLD.status AND to_status = NEW.status);
    WHEN 'attempt_transitions' THEN
      allowed := EXISTS (SELECT FROM attempt_transitions WHERE from_status = OLD.status AND to_status = NEW.status);
    WHEN 'crypto_order_transitions' THEN
      allowed := EXISTS (SELECT FROM crypto_order_transitions WHERE from_status = OLD.status AND to_status = NEW.status);
    WHEN 'payout_transitions' THEN
      allowed := EXISTS (SELECT FROM payout_transitions WHERE from_status = OLD.status AND to_status = NEW.status);
    WHEN 'sweep_item_transitions' THEN
      allowed := EXISTS (SELECT FROM sweep_item_transitions WHERE from_status = OLD.status AND to_status = NEW.status);
  END CASE;
  IF NOT allowed THEN
    RAISE EXCEPTION '% % cannot go from % to %', regexp_replace(TG_TABLE_NAME, '_\d+$', ''), OLD.id, OLD.status, NEW.status
      USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END $$;
