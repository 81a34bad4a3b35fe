/** Messages by field name; fields without an error are absent. */
export type FieldErrors = Partial<Record<string, string>>;

interface FieldIssue {
  path: string | readonly PropertyKey[];
  message: string;
}

/** Returns the first message of each field, from zod's issues or those of an `ApiError`. */
export function fieldErrors(issues: readonly FieldIssue[]): FieldErrors {
  const errors: FieldErrors = {};
  for (const { path, message } of issues) {
    const field = typeof path === 'string' ? path : path.join('.');
    errors[field] ??= message;
  }
  return errors;
}
