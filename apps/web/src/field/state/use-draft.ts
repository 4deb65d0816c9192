import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { type VisitForm } from '../rules/visit-form.ts';
import { type DraftOwner, dropDraft, readDraft, saveDraft } from './drafts.ts';

const SAVE_AFTER_MS = 400;

/**
 * A form that survives a closed tab: opening the camera closes it on a phone with little memory.
 * @returns the form, undefined until its draft was looked up; its setter; and what drops the draft.
 */
export function useDraft(key: string, { courierId, connectedAt }: DraftOwner, initial: VisitForm) {
  const [form, setForm] = useState<VisitForm>();
  const isChanged = useRef(false);
  const start = useEffectEvent((draft: VisitForm | undefined) => setForm(draft ?? initial));
  useEffect(() => {
    let isCurrent = true;
    void readDraft(key, { courierId, connectedAt }).then((draft) => {
      if (isCurrent) start(draft);
    });
    return () => {
      isCurrent = false;
    };
  }, [key, courierId, connectedAt]);

  const save = useEffectEvent(() => {
    if (isChanged.current && form) void saveDraft(key, { courierId, connectedAt }, form);
    isChanged.current = false;
  });
  useEffect(() => {
    const timer = setTimeout(save, SAVE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [form]);
  useEffect(() => {
    const saveIfHidden = (): void => {
      if (document.visibilityState === 'hidden') save();
    };
    document.addEventListener('visibilitychange', saveIfHidden);
    return () => {
      document.removeEventListener('visibilitychange', saveIfHidden);
      // «Atrás» in the middle of a form.
      save();
    };
  }, []);

  const change = (next: (form: VisitForm) => VisitForm): void => {
    isChanged.current = true;
    setForm((before) => before && next(before));
  };
  const drop = async (): Promise<void> => {
    isChanged.current = false;
    await dropDraft(key);
  };
  return { form, change, drop };
}
