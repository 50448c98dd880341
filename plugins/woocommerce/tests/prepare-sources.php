<?php
/**
 * Makes WooCommerce's own repository run without Composer, for tests only: `php prepare-sources.php <WordPress folder>`. A
 * released WooCommerce needs none of it.
 *
 * Beside WordPress itself the folder needs, under wp-content/plugins: `sqlite-database-integration`; `woocommerce`, which is
 * plugins/woocommerce of its repository; in that `packages/action-scheduler`, and `vendor/automattic/jetpack-constants`.
 */

declare( strict_types=1 );

$woocommerce = rtrim( $argv[1] ?? '', '/' ) . '/wp-content/plugins/woocommerce';
if ( ! is_file( "$woocommerce/woocommerce.php" ) ) {
	fwrite( STDERR, "Name the folder of a WordPress with WooCommerce in it.\n" );
	exit( 1 );
}
foreach ( array( 'packages/action-scheduler/action-scheduler.php', 'vendor/automattic/jetpack-constants/src/class-constants.php' ) as $needed ) {
	if ( ! is_file( "$woocommerce/$needed" ) ) {
		fwrite( STDERR, "$woocommerce/$needed is missing.\n" );
		exit( 1 );
	}
}
passthru( PHP_BINARY . ' ' . escapeshellarg( "$woocommerce/bin/generate-feature-config.php" ) );
file_put_contents( "$woocommerce/vendor/autoload_packages.php", <<<'CODE'
<?php
$base    = dirname( __DIR__ );
$classes = array();
foreach ( new RecursiveIteratorIterator( new RecursiveDirectoryIterator( "$base/includes/rest-api" ) ) as $file ) {
	if ( 'php' !== $file->getExtension() ) {
		continue;
	}
	$code  = file_get_contents( (string) $file );
	$space = preg_match( '/^namespace ([\w\\\\]+);/m', $code, $found ) ? $found[1] . '\\' : '';
	if ( preg_match( '/^(?:abstract |final )*(?:class|trait|interface) (\w+)/m', $code, $found ) ) {
		$classes[ $space . $found[1] ] = $file->getPathname();
	}
}
spl_autoload_register( static function ( string $class ) use ( $base, $classes ): void {
	$roots = array(
		'Automattic\\WooCommerce\\Vendor\\' => '/lib/packages/',
		'Automattic\\WooCommerce\\'         => '/src/',
		'Automattic\\Jetpack\\Constants'    => '/vendor/automattic/jetpack-constants/src/class-constants',
	);
	foreach ( $roots as $prefix => $root ) {
		$file = $base . $root . str_replace( '\\', '/', substr( $class, strlen( $prefix ) ) ) . '.php';
		if ( str_starts_with( $class, $prefix ) && is_readable( $file ) ) {
			require $file;
			return;
		}
	}
	if ( isset( $classes[ $class ] ) ) {
		require $classes[ $class ];
	}
} );
foreach ( array( 'StoreApi/deprecated', 'StoreApi/functions', 'Blocks/Domain/Services/functions' ) as $file ) {
	require_once "$base/src/$file.php";
}
require_once __DIR__ . '/stubs.php';
return true;
CODE );
file_put_contents( "$woocommerce/vendor/stubs.php", <<<'CODE'
<?php
namespace Automattic\Jetpack {
	class Config {
		public function ensure( ...$given ) {}
	}
}
namespace Automattic\Jetpack\Connection {
	class Manager {
		public function is_connected() {
			return false;
		}
	}
}
CODE );
echo "Ready.\n";
