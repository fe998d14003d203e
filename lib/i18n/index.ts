export { catalogueLanguage, formatChoices, formatList, formatNumber, language } from './language.ts';
export { type MessageKey, messagePieces, type PlainKey, plural, t, type Values, type ValuesOf } from './translate.ts';
