export { answerMark } from './answer-mark.ts'
export { apiDocs, apiDocsMenu } from './api-docs.ts'
export { type CodeOf, codes, type Tone } from './codes.ts'
export { isContact, maskContacts, maskContactsIn, maskEmail, maskIdCard, maskPhone } from './contact-mask.ts'
export {
  type Access,
  type Audit,
  type Contract,
  crowdAtOnce,
  type Endpoint,
  type EndpointFacts,
  endpoint,
  type InputOf,
  nothing,
  type OutputOf,
  scopedMenus,
} from './endpoint.ts'
export { type ErrorDef, errors, protocolErrors } from './error.ts'
export { asChange, kept } from './kept-fields.ts'
export { type Labels, labelled, labelsKey } from './labels.ts'
export type { LogWords } from './log-words.ts'
export { possessive } from './names.ts'
export { type Menu, type MenuFacts, menu, type Right } from './right.ts'
export {
  cut,
  dateInput,
  id,
  ids,
  instant,
  instantInput,
  lineText,
  optionalIds,
  pageOf,
  pageQuery,
  recordOf,
  requiredText,
  rowVersion,
  score,
  scoreInput,
  statedReason,
  text,
  tickFlag,
  withoutDirection,
  yesOrNo,
} from './shapes.ts'
export { canonicalJson, signatureText } from './signature.ts'
export {
  dayIn,
  defaultTimeZone,
  instantOfWallClock,
  isTimeZone,
  startOfDay,
  timeZones,
  wallClockMs,
  zoneName,
} from './zone.ts'
