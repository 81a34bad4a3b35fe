import {
  appendFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { openStore, type Store } from './transactions.ts';

let directory: string;
let file: string;

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'stripe-journal-'));
  file = join(directory, 'journal.jsonl');
});
afterEach(() => rmSync(directory, { recursive: true }));

const open = () => openStore(directory, []);

const keep = (store: Store, id: string, attempts = 0) =>
  store.transact(null, (tx) =>
    tx.put('deliveries', { id, eventId: 'evt_1', url: 'http://127.0.0.1/', attempts, dueAt: 0 }),
  );

const kept = (store: Store) =>
  store.transact(null, (tx) => tx.list('deliveries').map(({ id, attempts }) => [id, attempts]));

test('a restart restores data in its last state and order', () => {
  const store = open();
  keep(store, 'a');
  keep(store, 'b');
  keep(store, 'c');
  keep(store, 'a', 2);
  store.transact(null, (tx) => tx.remove('deliveries', 'b'));
  store.advanceClock(3_600);
  store.close();

  const again = open();
  expect(kept(again)).toEqual([
    ['c', 0],
    ['a', 2],
  ]);
  expect(again.now()).toBeGreaterThan(Date.now() + 3_500_000);
  again.close();
  expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(3);
});

test('a journal larger than what is read at once, with lines that cross the borders, is restored', () => {
  const ids = Array.from({ length: 12 }, (_, n) => `${n}`.padEnd(999_999, 'ü'));
  const lines = ids.map((id) => [['deliveries', id, { id, eventId: '', url: '', attempts: 0, dueAt: 0 }]]);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));

  const store = open();

  const restored = new Set(kept(store).map(([id]) => id));
  expect(ids.map((id) => restored.has(id))).toEqual(ids.map(() => true));
  store.close();
});

test('a failed transaction is rolled back', () => {
  const store = open();
  keep(store, 'a');
  expect(() =>
    store.transact(null, (tx) => {
      tx.put('deliveries', { id: 'b', eventId: 'evt_1', url: '', attempts: 0, dueAt: 0 });
      tx.remove('deliveries', 'a');
      throw new Error('no');
    }),
  ).toThrow('no');
  expect(kept(store)).toEqual([['a', 0]]);
  store.close();
  const again = open();
  expect(kept(again)).toEqual([['a', 0]]);
  again.close();
});

test('a torn last line of the journal is discarded', () => {
  const store = open();
  keep(store, 'a');
  store.close();
  appendFileSync(file, '[["deliveries","b",{"id":"b","ev');

  const again = open();
  expect(kept(again)).toEqual([['a', 0]]);
  keep(again, 'c');
  again.close();
  const third = open();
  expect(kept(third)).toHaveLength(2);
  third.close();
});

test.skipIf(!existsSync('/dev/full'))(
  'if a full disk prevents rewriting the journal, the old file is kept without its torn last line',
  () => {
    const log = vi.spyOn(console, 'error').mockReturnValue();
    onTestFinished(() => log.mockRestore());
    const store = open();
    keep(store, 'a');
    keep(store, 'a', 1);
    store.close();
    appendFileSync(file, '[["deliveries","b",{"id":"b","ev');
    symlinkSync('/dev/full', `${file}.new`);

    const again = open();

    expect(log.mock.calls).toEqual([[`${file}: the disk is full, writes are refused`]]);
    expect(existsSync(`${file}.new`)).toBe(false);
    expect(kept(again)).toEqual([['a', 1]]);
    keep(again, 'c');
    again.close();
    expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(3);
    const third = open();
    expect(kept(third)).toEqual([
      ['c', 0],
      ['a', 1],
    ]);
    third.close();
  },
);

test('a damaged line in the middle of the journal is an error', () => {
  const store = open();
  keep(store, 'a');
  store.close();
  writeFileSync(file, `[["deliv\n${readFileSync(file, 'utf8')}`);
  expect(open).toThrow('journal.jsonl: line 1 cannot be read');
});

test('a directory is locked, but the lock of a dead process is taken over', () => {
  const store = open();
  expect(open).toThrow(`in use by process ${process.pid}`);
  store.close();
  writeFileSync(join(directory, 'lock'), '4194305 1');
  open().close();
});
