import { Schema, type SchemaDefinition, type SchemaTypeOptions } from 'mongoose';
import * as z from 'zod/mini';

/** The fields of a stored document, as zod schemas of plain data. */
type Fields = Readonly<Record<string, z.ZodMiniType>>;
type AnyFields = Readonly<Record<string, z.core.$ZodType>>;

/** The MongoDB type of a schema's value: date-times are stored as dates, everything else unchanged. */
type Stored<S> = S extends z.iso.ZodMiniISODateTime
  ? Date
  : S extends z.ZodMiniNullable<infer Inner>
    ? Stored<Inner> | null
    : S extends z.ZodMiniOptional<infer Inner>
      ? Stored<Inner>
      : S extends z.ZodMiniArray<infer Element>
        ? Stored<Element>[]
        : S extends z.ZodMiniObject<infer Shape>
          ? StoredFields<Shape>
          : z.output<S>;

type OptionalNames<F> = { [Name in keyof F]: F[Name] extends z.ZodMiniOptional ? Name : never }[keyof F];

/** The document type of these fields, without `_id`. */
export type StoredFields<F> = { -readonly [Name in Exclude<keyof F, OptionalNames<F>>]: Stored<F[Name]> } & {
  -readonly [Name in OptionalNames<F>]?: Stored<F[Name]>;
};

/** The record type of these fields: plain data that survives JSON. */
export type RecordOf<F extends Fields> = z.output<z.ZodMiniObject<F>>;

/** Returns the Mongoose definition of these fields: required unless nullable or optional. */
export const defineFields = (fields: AnyFields): SchemaDefinition =>
  Object.fromEntries(Object.entries(fields).map(([name, schema]) => [name, definitionOf(schema)]));

/** @throws Error for a kind of schema that is not supported yet */
function definitionOf(schema: z.core.$ZodType): SchemaTypeOptions<unknown> {
  if (schema instanceof z.core.$ZodNullable) {
    return { ...definitionOf(schema._zod.def.innerType), required: false, default: null };
  }
  if (schema instanceof z.core.$ZodOptional) {
    return { ...definitionOf(schema._zod.def.innerType), required: false, default: undefined };
  }
  if (schema instanceof z.core.$ZodISODateTime) return { type: Date, required: true };
  if (schema instanceof z.core.$ZodString) return { type: String, required: true };
  if (schema instanceof z.core.$ZodNumber) return { type: Number, required: true };
  if (schema instanceof z.core.$ZodBoolean) return { type: Boolean, required: true };
  if (schema instanceof z.core.$ZodEnum)
    return { type: String, enum: Object.values(schema._zod.def.entries), required: true };
  if (schema instanceof z.core.$ZodArray)
    return { type: [definitionOf(schema._zod.def.element)], default: [] };
  if (schema instanceof z.core.$ZodRecord) return { type: Schema.Types.Mixed, required: true };
  if (schema instanceof z.core.$ZodObject) {
    return {
      type: new Schema(defineFields(schema._zod.def.shape), { _id: false, strict: 'throw' }),
      required: true,
    };
  }
  throw new Error(`cannot store a ${schema._zod.def.type}`);
}

/**
 * Compiles a converter from documents to records; names and converters are looked up once. A nullable field
 * that is missing in an old document becomes null.
 */
export function createRecordReader<F extends Fields>(fields: F): (stored: StoredFields<F>) => RecordOf<F>;
export function createRecordReader(fields: Fields): (stored: Plain) => Plain {
  return compileReader(fields);
}

function compileReader(fields: AnyFields): (stored: Plain) => Plain {
  const readers = Object.entries(fields).map(([name, schema]) => ({ name, read: readerOf(schema) }));
  return (stored) => {
    const record: Record<string, unknown> = {};
    for (const { name, read } of readers) {
      const value = stored[name];
      const converted = read ? read(value) : value;
      if (converted !== undefined) record[name] = converted;
    }
    return record;
  };
}

type Plain = Readonly<Record<string, unknown>>;
type Read = (value: unknown) => unknown;

/** @returns null when the value is the same in document and record */
function readerOf(schema: z.core.$ZodType): Read | null {
  if (schema instanceof z.core.$ZodISODateTime) {
    return (value) => (value instanceof Date ? value.toISOString() : value);
  }
  if (schema instanceof z.core.$ZodNullable) {
    const read = readerOf(schema._zod.def.innerType);
    return (value) => (value == null || !read ? (value ?? null) : read(value));
  }
  if (schema instanceof z.core.$ZodOptional) return readerOf(schema._zod.def.innerType);
  if (schema instanceof z.core.$ZodArray) {
    const read = readerOf(schema._zod.def.element);
    return read && ((value) => (Array.isArray(value) ? value.map(read) : value));
  }
  if (schema instanceof z.core.$ZodObject) {
    const { shape } = schema._zod.def;
    if (Object.values(shape).every((part) => readerOf(part) === null)) return null;
    const read = compileReader(shape);
    return (value) => (isPlain(value) ? read(value) : value);
  }
  return null;
}

const isPlain = (value: unknown): value is Plain => typeof value === 'object' && value !== null;
