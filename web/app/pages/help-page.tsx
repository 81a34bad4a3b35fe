import {
  CalendarClock,
  CarFront,
  CreditCard,
  type LucideIcon,
  PackageSearch,
  Phone,
  Receipt,
  ShieldCheck,
} from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { ContentSection } from '#web/components/content/content-section.tsx';
import { HelpResults, HelpSearch } from '#web/components/content/help-search.tsx';
import { QuestionList } from '#web/components/content/question-list.tsx';
import { buttonClass } from '#web/components/ui/button-class.ts';
import { ButtonLink } from '#web/components/ui/button-link.tsx';
import { PageHeading } from '#web/components/ui/page-heading.tsx';
import { RouteLine } from '#web/components/ui/route-line.tsx';
import { COMPANY } from '#web/content/company.ts';
import { HELP_TOPICS, type HelpTopic, POPULAR_QUESTIONS } from '#web/content/help.ts';
import { PageMeta, StructuredData } from '#web/lib/page-meta.tsx';

const QUESTIONS = {
  '@type': 'FAQPage',
  mainEntity: HELP_TOPICS.flatMap(({ questions }) => questions).map(({ question, answer }) => ({
    '@type': 'Question',
    name: question,
    acceptedAnswer: { '@type': 'Answer', text: answer },
  })),
};

/** Questions and answers, filtered while the user types (specification section 2). */
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
      <ContentSection
        layout="story"
        copy={{ id: 'popular', title: 'Popular questions', questions: POPULAR_QUESTIONS }}
      />
      <ContentSection
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

const ICONS: Record<HelpTopic['id'], LucideIcon> = {
  booking: CalendarClock,
  payment: CreditCard,
  fares: Receipt,
  safety: ShieldCheck,
  driving: CarFront,
  lost: PackageSearch,
};

const HelpTopics = () => (
  <div className="mt-10 grid items-start gap-x-12 gap-y-10 md:grid-cols-2 lg:mt-14 lg:grid-cols-3">
    {HELP_TOPICS.map(({ id, title, questions }) => {
      const Icon = ICONS[id];
      return (
        <section key={id}>
          <h2 className="display flex items-center gap-3 text-28">
            <Icon aria-hidden size={20} strokeWidth={1.75} className="text-gold" />
            {title}
          </h2>
          <QuestionList questions={questions} look="compact" className="mt-3" />
        </section>
      );
    })}
  </div>
);
