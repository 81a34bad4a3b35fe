import { findQuestions } from './find-questions.ts';
import { QuestionList } from './question-list.tsx';

/** What a search found, said to screen readers as it changes. */
export function HelpResults({ search }: { search: string }) {
  const questions = findQuestions(search);
  const count = questions.length === 1 ? '1 answer' : `${questions.length} answers`;

  return (
    <section className="mt-10 lg:mt-12">
      <h2 role="status" className="display text-28">
        {questions.length > 0 ? count : 'Nothing found'}
      </h2>
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
