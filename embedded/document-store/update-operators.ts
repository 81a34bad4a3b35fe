import { CommandError } from './command-error.ts';
import { type Doc, isDoc } from './document.ts';
import { compileElementFilter } from './filter.ts';

/** An update operator: changes one place according to its operand. */
export type Operator = (place: Place, operand: unknown) => void;

/** The supported update operators. */
export const OPERATORS: Record<string, Operator> = {
  $set: (place, operand) => place.set(operand),
  $setOnInsert: (place, operand) => place.set(operand),
  $unset: (place) => place.unset(),
  $inc: increment,
  $push: push,
  $pull: pull,
  $currentDate: currentDate,
};

/** A location in a document that operators read and write: a path of field names and array positions. */
export class Place {
  readonly path: string;
  readonly #doc: Doc;
  readonly #parts: (string | number)[];

  constructor(doc: Doc, parts: (string | number)[] = []) {
    this.path = parts.join('.');
    this.#doc = doc;
    this.#parts = parts;
  }

  field(name: string): Place {
    return new Place(this.#doc, [...this.#parts, name]);
  }

  /**
   * Returns the elements of the array at this place. `updatePath` is used in the error message.
   *
   * @throws CommandError if there is no array
   */
  elements(updatePath: string): Place[] {
    const array = this.get();
    if (Array.isArray(array)) return array.map((_, at) => new Place(this.#doc, [...this.#parts, at]));
    throw new CommandError(
      'BadValue',
      `The path '${updatePath}' must exist and lead through an array to apply array updates`,
    );
  }

  /** Returns the value; `undefined` if the path does not exist. */
  get(): unknown {
    return this.#parts.reduce(childOf, this.#doc);
  }

  /**
   * Sets the value, creating missing documents on the path.
   *
   * @throws CommandError (PathNotViable) if the path contains a value of another type
   */
  set(value: unknown): void {
    const [parent, name] = this.#split();
    if (parent.get() === undefined) parent.set({});
    const holder = parent.get();
    if (isDoc(holder)) {
      holder[name] = value;
    } else if (Array.isArray(holder) && typeof name === 'number') {
      holder[name] = value;
    } else {
      const shown = `{${parent.#parts.at(-1)}: ${JSON.stringify(holder)}}`;
      throw new CommandError(
        'PathNotViable',
        `Cannot create field '${name}' in element ${shown} of '${this.path}'`,
      );
    }
  }

  /** Removes a field. An array element becomes null instead, so that other positions do not change. */
  unset(): void {
    if (this.get() === undefined) return;
    const [parent, name] = this.#split();
    const holder = parent.get();
    if (isDoc(holder)) delete holder[name];
    else this.set(null);
  }

  #split(): [parent: Place, name: string | number] {
    return [new Place(this.#doc, this.#parts.slice(0, -1)), this.#parts.at(-1) ?? ''];
  }
}

function childOf(value: unknown, part: string | number): unknown {
  if (!Array.isArray(value)) return isDoc(value) && Object.hasOwn(value, part) ? value[part] : undefined;
  if (typeof part === 'number') return value[part];
  if (!/^\d+$/.test(part)) return undefined;
  throw new CommandError(
    'BadValue',
    `The position '${part}' in an update path is not supported by this document store; use arrayFilters`,
  );
}

function increment(place: Place, operand: unknown): void {
  if (typeof operand !== 'number') {
    throw new CommandError(
      'TypeMismatch',
      `Cannot increment with non-numeric argument: {${place.path}: ${JSON.stringify(operand)}}`,
    );
  }
  const present = place.get();
  const value = present === undefined ? 0 : present;
  if (typeof value !== 'number') {
    throw new CommandError(
      'TypeMismatch',
      `Cannot apply $inc to the field '${place.path}', which is not a number`,
    );
  }
  const sum = value + operand;
  if (Number.isInteger(sum) && !Number.isSafeInteger(sum)) {
    throw new CommandError(
      'BadValue',
      `$inc would take '${place.path}' beyond 2^53, which this document store cannot hold`,
    );
  }
  place.set(sum);
}

/** Sets the time of the update, by this process's clock. */
function currentDate(place: Place, operand: unknown): void {
  if (operand !== true) {
    throw new CommandError('BadValue', '$currentDate takes nothing but true in this document store');
  }
  place.set(new Date());
}

function push(place: Place, operand: unknown): void {
  const [modifier] = isDoc(operand) ? Object.keys(operand) : [];
  if (modifier?.startsWith('$')) {
    throw new CommandError('BadValue', `Unrecognized clause in $push: ${modifier}`);
  }
  place.set([...(arrayAt(place, '$push') ?? []), operand]);
}

/** Implements `$pull` with a condition on the fields of elements, such as `{ sku: 'a' }`. */
function pull(place: Place, operand: unknown): void {
  if (!isDoc(operand)) {
    throw new CommandError('BadValue', '$pull of a value is not supported by this document store');
  }
  const isUnwanted = compileElementFilter(operand);
  const present = arrayAt(place, '$pull');
  if (present) place.set(present.filter((element) => !isUnwanted(element)));
}

function arrayAt(place: Place, name: string): unknown[] | undefined {
  const value = place.get();
  if (value === undefined || Array.isArray(value)) return value;
  throw new CommandError('BadValue', `The field '${place.path}' must be an array to apply ${name}`);
}
