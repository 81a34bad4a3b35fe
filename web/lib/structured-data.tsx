/** Facts of a page for search engines, as JSON-LD of schema.org. React keeps `</script>` inside the data harmless. */
export const StructuredData = ({ data }: { data: Readonly<Record<string, unknown>> }) => (
  <script type="application/ld+json">{JSON.stringify({ '@context': 'https://schema.org', ...data })}</script>
);
