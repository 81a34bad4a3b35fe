import { HELP_TOPICS, POPULAR_QUESTIONS } from '#web/content/help.ts';
import type { QuestionCopy } from '#web/content/page-copy.ts';

interface Entry {
  question: QuestionCopy;
  /** Everything a search looks at, in lower case. */
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

/** The questions in which every word of the search occurs, in any order; in question, answer or topic, whatever the case. */
export function findQuestions(search: string): QuestionCopy[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return ENTRIES.filter(({ text }) => words.every((word) => text.includes(word))).map(
    ({ question }) => question,
  );
}
