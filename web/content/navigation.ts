/** A page of the site as menus name it. */
export interface NavigationLink {
  to: string;
  label: string;
  /** Second line in the header's menu. */
  hint: string;
}

export interface NavigationGroup {
  title: string;
  links: readonly NavigationLink[];
}

/** The groups of header, side panel and footer (specification section 2). A group without pages is not shown. */
const GROUPS: readonly NavigationGroup[] = [
  { title: 'Company', links: [] },
  { title: 'For Riders', links: [] },
  { title: 'For Drivers', links: [] },
  { title: 'Support', links: [] },
];

/** The groups that have pages. */
export const NAVIGATION: readonly NavigationGroup[] = GROUPS.filter(({ links }) => links.length > 0);

/** The last row of the footer. */
export const FOOTER_LINKS: readonly Omit<NavigationLink, 'hint'>[] = [
  { to: '/#pricing', label: 'Fleet and pricing' },
];
