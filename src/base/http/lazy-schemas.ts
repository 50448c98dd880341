import ajvCompiler from '@fastify/ajv-compiler';
import serializerCompiler from '@fastify/fast-json-stringify-compiler';
import type { FastifySchemaCompiler, FastifySerializerCompiler, FastifyServerOptions } from 'fastify';

/**
 * Fastify's own schema compilers, deferred to the first request that needs them: compiling all at once took a tenth of
 * the start. Header names in schemas must be in lower case, since Fastify does not lower them in this mode.
 */
export function compileOnUse(): NonNullable<FastifyServerOptions['schemaController']> {
  const buildValidator = ajvCompiler();
  const buildSerializer = serializerCompiler();
  const controller = {
    compilersFactory: {
      buildValidator(...options: Parameters<typeof buildValidator>): FastifySchemaCompiler<unknown> {
        const compile = buildValidator(...options) as FastifySchemaCompiler<unknown>;
        return (route) => {
          let validate: ReturnType<typeof compile> | undefined;
          const check: ReturnType<typeof compile> = (value) => {
            validate ??= compile(route);
            const valid = validate(value);
            check.errors = validate.errors ?? null;
            return valid;
          };
          return check;
        };
      },
      buildSerializer(...options: Parameters<typeof buildSerializer>): FastifySerializerCompiler<unknown> {
        const compile = buildSerializer(...options) as FastifySerializerCompiler<unknown>;
        return (route) => {
          let serialize: ReturnType<typeof compile> | undefined;
          return (value) => {
            serialize ??= compile(route);
            return serialize(value);
          };
        };
      },
    },
  };
  // Fastify's types only allow eager compilers.
  return controller as unknown as NonNullable<FastifyServerOptions['schemaController']>;
}
