/** @returns the fields; equal labels get the field name added: «Teléfono (fono)». */
export function distinctLabels<Field extends { key: string; label: string }>(fields: readonly Field[]): Field[] {
  const times = new Map<string, number>();
  for (const { label } of fields) times.set(label, (times.get(label) ?? 0) + 1);
  return fields.map((field) =>
    times.get(field.label) === 1 ? field : { ...field, label: `${field.label} (${field.key})` },
  );
}
