import { useEffect } from 'react';
import { announce } from '#web/lib/announce.ts';
import { findQuestions } from './find-questions.ts';
import { QuestionList } from './question-list.tsx';

const titleOf = (count: number): string => {
  if (count === 0) return 'Nothing found';
  return count === 1 ? '1 answer' : `${count} answers`;
};

/** What a search found; how much is said to screen readers as it changes. */
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
