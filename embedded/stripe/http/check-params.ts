import * as z from 'zod/mini';
import { ParameterError } from './api-error.ts';

/**
 * Checks and converts the parameters of an operation.
 * @throws ParameterError parameter_unknown, parameter_missing, parameter_invalid_integer or without a code, as Stripe words them
 */
export function checkParams<S extends z.ZodMiniType>(schema: S, input: unknown): z.output<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  const issue = result.error.issues[0];
  if (!issue) throw new ParameterError('Invalid request.');
  const param = nameOf(issue.path);
  if (issue.code === 'unrecognized_keys') {
    const unknown = nameOf([...issue.path, issue.keys[0] ?? '']);
    throw new ParameterError(`Received unknown parameter: ${unknown}`, 'parameter_unknown', unknown);
  }
  if (issue.code === 'invalid_type' && valueAt(input, issue.path) === undefined) {
    throw new ParameterError(`Missing required param: ${param}.`, 'parameter_missing', param);
  }
  if (issue.code === 'invalid_value') {
    throw new ParameterError(`Invalid ${param}: must be one of ${issue.values.join(', ')}`, undefined, param);
  }
  const code = issue.code === 'custom' ? issue.params?.code : undefined;
  throw new ParameterError(issue.message, code, param);
}

/** A whole number in minor units or a count. */
export const integer = z.pipe(
  z.string().check(
    z.refine((text) => /^-?\d+$/.test(text), {
      error: (issue) => `Invalid integer: ${issue.input}`,
      params: { code: 'parameter_invalid_integer' },
    }),
  ),
  z.transform(Number),
);

/** `true` or `false`. */
export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);

/** Metadata: at most 50 keys of 40 characters with values of 500; an empty value removes its key. */
export const metadataParam = z.record(z.string(), z.string()).check(
  z.superRefine((metadata, context) => {
    const refuse = (message: string) => context.addIssue({ code: 'custom', input: metadata, message });
    if (Object.keys(metadata).length > 50) refuse('Metadata can have up to 50 keys.');
    for (const [key, value] of Object.entries(metadata)) {
      if (key.length > 40) {
        refuse(
          `Metadata keys can have up to 40 characters, but you passed in a key that is ${key.length} characters. Invalid key: ${key}`,
        );
      }
      if (value.length > 500) {
        refuse(
          `Metadata values can have up to 500 characters, but you passed in a value that is ${value.length} characters. Invalid value: ${value}`,
        );
      }
    }
  }),
);

function nameOf(path: PropertyKey[]): string {
  const [first = '', ...rest] = path.map(String);
  return [first, ...rest.map((part) => `[${part}]`)].join('');
}

function valueAt(input: unknown, path: PropertyKey[]): unknown {
  let value = input;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = Reflect.get(value, part);
  }
  return value;
}
