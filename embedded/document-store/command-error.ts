import type { Doc } from './document.ts';

const CODES = {
  BadValue: 2,
  InternalError: 1,
  FailedToParse: 9,
  TypeMismatch: 14,
  IllegalOperation: 20,
  NamespaceNotFound: 26,
  IndexNotFound: 27,
  PathNotViable: 28,
  ConflictingUpdateOperators: 40,
  CursorNotFound: 43,
  NamespaceExists: 48,
  InvalidIdField: 53,
  NotSingleValueField: 54,
  CommandNotFound: 59,
  ImmutableField: 66,
  CannotCreateIndex: 67,
  InvalidOptions: 72,
  InvalidNamespace: 73,
  IndexOptionsConflict: 85,
  IndexKeySpecsConflict: 86,
  CommandNotSupported: 115,
  CannotIndexParallelArrays: 171,
  BSONObjectTooLarge: 10334,
  DuplicateKey: 11000,
  OutOfDiskSpace: 14031,
  Location40324: 40324,
  Location40415: 40415,
  Location40573: 40573,
};

/** MongoDB's names of the errors that this store may return. */
type ErrorName = keyof typeof CODES;

/** An error reply with MongoDB's code and name. `details` are additional fields of the reply. */
export class CommandError extends Error {
  readonly codeName: ErrorName;
  readonly code: number;
  readonly details: Doc;

  constructor(codeName: ErrorName, message: string, details: Doc = {}) {
    super(message);
    this.codeName = codeName;
    this.code = CODES[codeName];
    this.details = details;
  }
}
