import { defineConfig } from 'vite';
import { linkedPage } from './vite.linked-page.ts';

/** The page of guests, see `linkedPage`. */
export default defineConfig(linkedPage('guest'));
