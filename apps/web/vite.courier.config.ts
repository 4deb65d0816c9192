import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The courier's page. A separate build: shared chunks would contain the router and axios, and each chunk name would
 * count on the sign-in page of staff.
 */
export default defineConfig({
  base: './',
  plugins: [react()],
  build: {
    target: 'es2023',
    // After the build of the other pages, into the same folder.
    emptyOutDir: false,
    copyPublicDir: false,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: '.vite/courier.json',
    license: { fileName: 'courier-licenses.md' },
    rolldownOptions: { input: 'courier.html' },
  },
});
