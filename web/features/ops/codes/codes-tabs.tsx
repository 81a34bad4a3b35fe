import { PageTabs } from '../page-tabs.tsx';

/** The two pages of codes. */
export const CodesTabs = () => (
  <PageTabs
    label="Codes"
    tabs={[
      { to: '/ops/codes', label: 'Promo codes' },
      { to: '/ops/codes/gift-cards', label: 'Gift cards' },
    ]}
  />
);
