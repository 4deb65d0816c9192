import { type ComponentProps, useCallback } from 'react';

/** A picture that is only on this phone. */
export function BlobImage({ blob, alt, ...rest }: { blob: Blob; alt: string } & ComponentProps<'img'>) {
  const show = useCallback(
    (image: HTMLImageElement) => {
      const url = URL.createObjectURL(blob);
      image.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  return <img {...rest} ref={show} alt={alt} />;
}
