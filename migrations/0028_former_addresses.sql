-- Until a payment is seen a customer may turn to another network. The address of the one they turned from stays theirs: what
-- is sent there still pays the order. An order has at most one address on a network; the one it shows now is in the order.
CREATE TABLE former_addresses (
  merchant_id   uuid NOT NULL,
  order_id      uuid NOT NULL,
  network       text NOT NULL,
  address       bytea NOT NULL,
  address_index bigint NOT NULL,
  PRIMARY KEY (merchant_id, order_id, network)
);
