import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

export default defineConfig({
  // Relative to <base href>, which the gateway rewrites for its BASE_PATH: one build serves under any path.
  base: './',
  plugins: [react()],
  build: {
    target: 'es2023',
    // The content security policy allows no data: fonts or scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    manifest: true,
  },
  server: { proxy: { '/api': 'http://localhost:3000' } },
});
