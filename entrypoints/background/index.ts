import { defineBackground } from 'wxt/utils/define-background';
import { start } from './start.ts';

export default defineBackground({ main: start });
