<?php

declare( strict_types=1 );

namespace Pasarela;

/** The server refused a request. The code says why and never changes; the message is for a person. */
final class ApiError extends \RuntimeException {

	/** @param array<int, array{field: string, message: string}> $fields Every faulty field, with a message for each. */
	private function __construct(
		public readonly int $status,
		public readonly string $errorCode,
		string $message,
		public readonly array $fields,
	) {
		parent::__construct( $message );
	}

	/** @param array<string, mixed> $body */
	public static function of( int $status, array $body ): self {
		$data    = is_array( $body['data'] ?? null ) ? $body['data'] : $body;
		$fields  = is_array( $data['fields'] ?? null ) ? $data['fields'] : array();
		$message = is_string( $body['message'] ?? null ) ? $body['message'] : "The server answered $status.";
		foreach ( $fields as $fault ) {
			$message .= " {$fault['field']}: {$fault['message']}.";
		}
		return new self( $status, is_string( $data['error'] ?? null ) ? $data['error'] : 'unknown', $message, $fields );
	}

	/** Whether it was done is not known: the same request with the same idempotency key finds out. */
	public function isUnknown(): bool {
		return $this->status >= 500;
	}
}

/** There was no answer: whether the request was done is not known. The same idempotency key finds out. */
final class ConnectionError extends \RuntimeException {
}

/** A webhook that was not signed by the expected secret, or too long ago. */
final class WebhookError extends \RuntimeException {
}
