-- One person's word on a case that takes two people. The same word of a second person decides it.
ALTER TABLE card_cases
  ADD COLUMN proposed_to   text,
  ADD COLUMN proposed_for  uuid,
  ADD COLUMN proposed_by   text,
  ADD COLUMN proposer_id   uuid,
  ADD COLUMN proposal_note text,
  ADD COLUMN proposed_at   timestamptz;
