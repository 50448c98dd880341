<?php

declare( strict_types=1 );

require_once __DIR__ . '/errors.php';
require_once __DIR__ . '/CurlTransport.php';
require_once __DIR__ . '/Webhook.php';
require_once __DIR__ . '/Client.php';
