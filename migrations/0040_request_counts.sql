-- Requests that all processes together counted in a window of ten seconds, by the digest of what was counted and of the
-- window. A crash may empty it: what is counted is forgotten after ten seconds anyway.
CREATE UNLOGGED TABLE request_counts (
  name_digest  uuid PRIMARY KEY,
  window_start timestamptz NOT NULL,
  count        bigint NOT NULL
)
-- Rows are changed in place, over and over.
WITH (fillfactor = 50);
CREATE INDEX request_counts_by_window ON request_counts (window_start);
