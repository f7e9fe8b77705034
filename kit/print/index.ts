/**
 * Everything printed: Typst templates and JSON values in, PDF out, with our fonts embedded. Knows no subject.
 * README.md says what a template finds, and what ends it.
 */
export { missingCharacters } from './characters.ts'
export { PrintFailure, type PrintFailureReason } from './print-failure.ts'
export { type PrintPart, printParts, printWhole } from './print-parts.ts'
export { type PrintOptions, type PrintTemplate, printPdf } from './print-pdf.ts'
export { qrPng } from './qr-png.ts'
export { qrSvg } from './qr-svg.ts'
