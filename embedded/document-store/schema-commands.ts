import { serialize } from 'bson';
import * as z from 'zod/mini';
import type { Collection } from './collection.ts';
import { ID_INDEX, type IndexSpec, indexSpecSchema } from './collection-index.ts';
import { type Command, countSchema, defineCommand } from './command.ts';
import { CommandError } from './command-error.ts';
import { type Doc, docSchema } from './document.ts';
import { type Clause, clausesOf, operatorsOf } from './filter.ts';

const create = defineCommand(
  z.strictObject({ create: z.string() }),
  ({ create: name }, { store, database }) => {
    const namespace = `${database}.${name}`;
    if (store.get(namespace)) {
      throw new CommandError('NamespaceExists', `Collection ${namespace} already exists.`);
    }
    store.getOrCreate(namespace);
    return {};
  },
);

const dropDatabase = defineCommand(
  z.strictObject({ dropDatabase: z.literal(1) }),
  (_, { store, database }) => {
    for (const { namespace } of store.collectionsOf(database)) store.drop(namespace);
    return { dropped: database };
  },
);

const listCollections = defineCommand(
  z.strictObject({
    listCollections: z.literal(1),
    filter: z.optional(z.strictObject({})),
    nameOnly: z.optional(z.literal(false)),
    authorizedCollections: z.optional(z.literal(false)),
    cursor: z.optional(z.strictObject({ batchSize: z.optional(countSchema) })),
  }),
  (_, { store, cursors, database }) => {
    const results = store
      .collectionsOf(database)
      .map(({ namespace }) => namespace.slice(database.length + 1))
      .map((name) => serialize({ name, type: 'collection', options: {}, info: { readOnly: false } }));
    return cursors.open(`${database}.$cmd.listCollections`, results, { batchSize: results.length });
  },
);

const createIndexes = defineCommand(
  z.strictObject({ createIndexes: z.string(), indexes: z.array(docSchema) }),
  ({ createIndexes: name, indexes }, { store, database }) => {
    const collection = store.getOrCreate(`${database}.${name}`);
    const numIndexesBefore = collection.indexes.size;
    for (const spec of indexes.map(parseIndex)) if (isNewIndex(collection, spec)) collection.addIndex(spec);
    return { numIndexesBefore, numIndexesAfter: collection.indexes.size };
  },
);

const listIndexes = defineCommand(
  z.strictObject({
    listIndexes: z.string(),
    cursor: z.optional(z.strictObject({ batchSize: z.optional(countSchema) })),
  }),
  ({ listIndexes: name }, { store, cursors, database }) => {
    const namespace = `${database}.${name}`;
    const collection = store.get(namespace);
    if (!collection) throw new CommandError('NamespaceNotFound', `ns does not exist: ${namespace}`);
    const results = [...collection.indexes.values()].map(({ spec }) => serialize({ v: 2, ...spec }));
    return cursors.open(namespace, results, { batchSize: results.length });
  },
);

const dropIndexes = defineCommand(
  z.strictObject({ dropIndexes: z.string(), index: z.string() }),
  ({ dropIndexes: name, index }, { store, database }) => {
    const collection = store.get(`${database}.${name}`);
    if (!collection) throw new CommandError('NamespaceNotFound', `ns not found ${database}.${name}`);
    if (index === ID_INDEX.name) throw new CommandError('InvalidOptions', 'cannot drop _id index');
    const nIndexesWas = collection.indexes.size;
    if (!collection.dropIndex(index)) {
      throw new CommandError('IndexNotFound', `index not found with name [${index}]`);
    }
    return { nIndexesWas };
  },
);

/** Commands about collections and indexes. */
export const schemaCommands: Record<string, Command> = {
  create,
  dropDatabase,
  listCollections,
  createIndexes,
  listIndexes,
  dropIndexes,
};

/** Operators allowed in partial indexes, as in MongoDB. */
const PARTIAL_OPERATORS = ['$eq', '$gt', '$gte', '$lt', '$lte', '$in', '$exists'];

/**
 * Parses the declaration of an index.
 * @throws CommandError (CannotCreateIndex)
 */
function parseIndex(declared: Doc): IndexSpec {
  const result = indexSpecSchema.safeParse(declared);
  if (!result.success) {
    throw new CommandError(
      'CannotCreateIndex',
      `Index is not supported by this document store: ${z.prettifyError(result.error)}`,
    );
  }
  const spec = result.data;
  if (!clausesOf(spec.partialFilterExpression ?? {}).every(isKnownPartial)) {
    throw new CommandError('CannotCreateIndex', 'Expression not supported in partial index');
  }
  if (spec.expireAfterSeconds !== undefined && Object.keys(spec.key).length > 1) {
    throw new CommandError(
      'CannotCreateIndex',
      'TTL indexes are single-field indexes, compound indexes do not support TTL',
    );
  }
  return spec;
}

function isKnownPartial([path, condition]: Clause): boolean {
  const isKnown = ([operator, operand]: [string, unknown]) =>
    PARTIAL_OPERATORS.includes(operator) && (operator !== '$exists' || operand === true);
  return !path.startsWith('$') && operatorsOf(condition).every(isKnown);
}

/**
 * Whether an index is new. False if the same one exists.
 *
 * @throws CommandError if another index has its name, or is equal under another name or expiry
 */
function isNewIndex({ indexes }: Collection, spec: IndexSpec): boolean {
  const isSame = (a: Doc, b: Doc) => Buffer.compare(serialize(a), serialize(b)) === 0;
  for (const { spec: present } of indexes.values()) {
    if (isSame(present, spec) || (present.name === ID_INDEX.name && isSame(present.key, spec.key))) {
      return false;
    }
    if (isSame(identityOf(present), identityOf(spec))) {
      throw new CommandError(
        'IndexOptionsConflict',
        `The index '${present.name}' is the same but for name or expiry`,
      );
    }
    if (present.name === spec.name) {
      throw new CommandError(
        'IndexKeySpecsConflict',
        `An existing index has the name '${spec.name}' and is another one`,
      );
    }
  }
  return true;
}

/** Returns the properties that make an index of a collection unique. */
function identityOf({ key, unique, partialFilterExpression }: IndexSpec): Doc {
  return { key, unique, partialFilterExpression };
}
