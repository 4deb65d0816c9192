import { TextField, type TextFieldProps } from '../TextField/TextField.tsx';
import { readTime } from './time-text.ts';

interface Props extends Omit<TextFieldProps, 'value' | 'onChange'> {
  value: string;
  /** Called with the text while typing, and with `HH:MM` once the field is left. */
  onChange: (value: string) => void;
}

/** A time of day to type as people write it: «9», «9:30», «3 pm». Other text stays as typed. */
export function TimeField({ value, onChange, ...rest }: Props) {
  const finish = (): void => {
    const read = readTime(value);
    if (read !== undefined && read !== value) onChange(read);
  };
  return (
    <TextField
      {...rest}
      inputMode="numeric"
      autoComplete="off"
      placeholder="--:--"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onBlur={finish}
      onKeyDown={({ key }) => {
        if (key === 'Enter') finish();
      }}
    />
  );
}
