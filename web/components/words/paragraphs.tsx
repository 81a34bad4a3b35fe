/** Running text, no wider than is easy to read. */
export const Paragraphs = ({ text }: { text: readonly string[] }) => (
  <div className="flex max-w-[36em] text-pretty flex-col gap-3">
    {text.map((paragraph) => (
      <p key={paragraph}>{paragraph}</p>
    ))}
  </div>
);
