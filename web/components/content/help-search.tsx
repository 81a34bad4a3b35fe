import { Search, X } from 'lucide-react';
import { useEffect, useId, useRef } from 'react';
import { IconButton } from '#web/components/ui/icon-button.tsx';
import { HELP_TOPICS, POPULAR_QUESTIONS } from '#web/content/help.ts';
import type { QuestionCopy } from '#web/content/page-copy.ts';
import { announce } from '#web/lib/announce.ts';
import { QuestionList } from './question-list.tsx';

interface HelpSearchProps {
  value: string;
  onChange: (search: string) => void;
}

/** The search field of the help page. */
export function HelpSearch({ value, onChange }: HelpSearchProps) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);

  const handleClear = () => {
    onChange('');
    input.current?.focus();
  };

  return (
    <search className="mt-8 block max-w-[720px] lg:mt-6">
      <label htmlFor={id} className="sr-only">
        Search questions
      </label>
      <span className="relative block">
        <Search aria-hidden size={20} className="absolute top-1/2 left-4.5 -translate-y-1/2 text-ink-2" />
        <input
          ref={input}
          id={id}
          type="search"
          autoComplete="off"
          placeholder="Search questions"
          aria-describedby={`${id}-hint`}
          value={value}
          onChange={(event) => onChange(event.target.value)}
          className="h-15 w-full rounded-card border border-control bg-surface pr-14 pl-12 text-18 placeholder:text-ink-2 focus-visible:border-gold focus-visible:outline-1 focus-visible:-outline-offset-2 focus-visible:outline-gold dark:bg-sunken [&::-webkit-search-cancel-button]:appearance-none"
        />
        {value && (
          <IconButton label="Clear search" className="absolute top-2 right-2" onClick={handleClear}>
            <X aria-hidden size={20} />
          </IconButton>
        )}
      </span>
      <p id={`${id}-hint`} className="mt-2.5 text-14 text-ink-2">
        Try: airport pickup, cancel, gift card
      </p>
    </search>
  );
}

const titleOf = (count: number): string => {
  if (count === 0) return 'Nothing found';
  return count === 1 ? '1 answer' : `${count} answers`;
};

/** The results of a search. Their number is announced to screen readers. */
export function HelpResults({ search }: { search: string }) {
  const questions = findQuestions(search);
  const title = titleOf(questions.length);

  useEffect(() => announce(title), [title]);

  return (
    <section className="mt-10 lg:mt-12">
      <h2 className="display text-28">{title}</h2>
      <div className="mt-5 max-w-[836px]">
        {questions.length > 0 ? (
          <QuestionList key={search} questions={questions} isFirstOpen />
        ) : (
          <p className="text-ink-2">No answer has all of these words. Try fewer, or ask us below.</p>
        )}
      </div>
    </section>
  );
}

interface Entry {
  question: QuestionCopy;
  /** The searched text, in lower case. */
  text: string;
}

const toEntry = (question: QuestionCopy, topic = ''): Entry => ({
  question,
  text: `${topic} ${question.question} ${question.answer}`.toLowerCase(),
});

const ENTRIES: readonly Entry[] = [
  ...POPULAR_QUESTIONS.map((question) => toEntry(question)),
  ...HELP_TOPICS.flatMap(({ title, questions }) => questions.map((question) => toEntry(question, title))),
];

/** Finds the questions that contain each word of the search (in question, answer or topic), ignoring case. */
export function findQuestions(search: string): QuestionCopy[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return ENTRIES.filter(({ text }) => words.every((word) => text.includes(word))).map(
    ({ question }) => question,
  );
}
