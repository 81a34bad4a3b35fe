import mongoose, { type IndexDefinition, type Model, type mongo } from 'mongoose';
import { isDuplicateKey } from '../infra/mongo.ts';

/** An index declared by a model. */
interface DeclaredIndex {
  model: Model<unknown>;
  /** Its name in MongoDB. */
  name: string;
  keys: IndexDefinition;
  options: Record<string, unknown>;
}

const declaredIndexes = (model: Model<unknown>): DeclaredIndex[] =>
  model.schema.indexes().map(([keys, { background: _ignored, ...options }]) => ({
    model,
    name: options.name ?? Object.entries(keys).flat().join('_'),
    keys,
    options,
  }));

const NAMESPACE_NOT_FOUND = 26;

async function existingNames(model: Model<unknown>): Promise<ReadonlySet<unknown>> {
  try {
    return new Set((await model.listIndexes()).map(({ name }: { name: string }) => name));
  } catch (error) {
    if (Object(error).code === NAMESPACE_NOT_FOUND) return new Set();
    throw error;
  }
}

const nameOf = ({ model, name }: DeclaredIndex): string => `${model.collection.name}.${name}`;

async function missingIn(model: Model<unknown>): Promise<string[]> {
  const existing = await existingNames(model);
  return declaredIndexes(model)
    .filter(({ name }) => !existing.has(name))
    .map(nameOf);
}

/** Returns the indexes that the registered models declare and the database lacks, as `collection.name`. */
export async function missingIndexes(): Promise<string[]> {
  const missing = await Promise.all(Object.values(mongoose.models).map(missingIn));
  return missing.flat();
}

/**
 * Builds all indexes that the registered models declare, one pass per collection. Existing indexes are not
 * changed, and MongoDB keeps serving meanwhile.
 *
 * @param signal aborts between two collections
 * @returns the missing indexes that were built, as `collection.name`
 * @throws IndexError
 */
export async function buildIndexes(signal?: AbortSignal): Promise<string[]> {
  const missing = await missingIndexes();
  for (const model of Object.values(mongoose.models)) {
    signal?.throwIfAborted();
    const indexes = declaredIndexes(model);
    const isBuilt = await create(model, indexes).then(
      () => true,
      () => false,
    );
    if (isBuilt) continue;
    // One by one, to build those that can be built and find the one that cannot.
    for (const index of indexes) await build(index);
  }
  return missing;
}

async function create(model: Model<unknown>, indexes: readonly DeclaredIndex[]): Promise<void> {
  if (indexes.length === 0) return;
  await model.collection.createIndexes(
    indexes.map(({ keys, options }) => ({ ...options, key: keys as mongo.IndexDescription['key'] })),
  );
}

/** An index that cannot be built. The message contains its name and the reason. */
class IndexError extends Error {
  override name = 'IndexError';
}

async function build(index: DeclaredIndex): Promise<void> {
  try {
    await create(index.model, [index]);
  } catch (error) {
    throw new IndexError(`${nameOf(index)} cannot be built: ${await reasonOf(index, error)}`, {
      cause: isDuplicateKey(error) ? undefined : error,
    });
  }
}

const SHOWN = 5;

/** Lists duplicates by id, because their values may be personal data and this is logged. */
async function reasonOf({ model, keys, options }: DeclaredIndex, error: unknown): Promise<string> {
  if (!isDuplicateKey(error)) return Object(error).message;
  const { keyValue } = Object(error);
  const alike = keyValue
    ? await model.collection
        .find({ $and: [keyValue, options.partialFilterExpression ?? {}] }, { projection: { _id: 1 } })
        .limit(SHOWN)
        .toArray()
    : [];
  const ids = alike.map(({ _id }) => `${_id}`).join(', ');
  return `it is unique, and these documents have the same ${Object.keys(keys).join(' and ')}: ${ids || 'unknown'}`;
}
