-- In how many instalments a card that our page took is paid; null: that is the matter of the processor's own page.
ALTER TABLE attempts ADD COLUMN instalments smallint;
