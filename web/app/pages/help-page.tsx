import { Phone } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { HelpResults } from '#web/components/words/help-results.tsx';
import { HelpSearch } from '#web/components/words/help-search.tsx';
import { HelpTopics } from '#web/components/words/help-topics.tsx';
import { WordSection } from '#web/components/words/word-section.tsx';
import { COMPANY } from '#web/content/company.ts';
import { HELP_TOPICS, POPULAR_QUESTIONS } from '#web/content/help.ts';
import { PageMeta, StructuredData } from '#web/lib/page-meta.tsx';

const QUESTIONS = {
  '@type': 'FAQPage',
  mainEntity: HELP_TOPICS.flatMap(({ questions }) => questions).map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
};

/** Questions and answers, searched as one types (specification section 2). */
export function HelpPage() {
  const [typed, setTyped] = useState('');
  const search = useDeferredValue(typed.trim());

  return (
    <div className="column pb-16 lg:pb-28">
      <PageMeta
        title="Help"
        description="Answers on booking, payment, fares, safety, driving and lost items, and how to reach us."
        path="/help"
      />
      <StructuredData data={QUESTIONS} />
      <PageHeading title="Help" />
      <HelpSearch value={typed} onChange={setTyped} />
      {search ? <HelpResults search={search} /> : <HelpTopics />}
      <RouteLine className="mt-14 lg:mt-24" />
      <WordSection
        layout="story"
        copy={{ id: 'popular', title: 'Popular questions', questions: POPULAR_QUESTIONS }}
      />
      <WordSection
        layout="story"
        copy={{ id: 'contact', title: 'Still stuck?', text: ['Somebody answers day and night.'] }}
        insert={<ContactButtons />}
      />
    </div>
  );
}

const ContactButtons = () => (
  <div className="flex flex-wrap gap-3">
    <a href={COMPANY.phoneHref} className={buttonClass({ className: 'max-sm:grow' })}>
      <Phone aria-hidden size={18} strokeWidth={1.75} />
      Call {COMPANY.phone}
    </a>
    <ButtonLink to="/contact" variant="outline" className="max-sm:grow">
      Contact Us
    </ButtonLink>
  </div>
);
