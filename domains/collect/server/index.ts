import { askPeopleFor } from '@kaopei/org/server'
import { implement, type Module } from '@kaopei/server'
import { outerCollection } from '../contract/collection.ts'
import { collectErrors } from '../contract/errors.ts'
import { metaDataField } from '../contract/meta-field.ts'
import { outerField } from '../contract/outer-field.ts'
import { ownInfo } from '../contract/own-info.ts'
import { collectionHandlers } from './collection.handlers.ts'
import { metaFieldHandlers } from './meta-field.handlers.ts'
import { outerFieldHandlers } from './outer-field.handlers.ts'
import { ownInfoHandlers } from './own-info.handlers.ts'
import { rosterFields } from './roster.sql.ts'

export {
  type Collection,
  collectionOf,
  keepExamCollection,
  ownCollectionOf,
  shownField,
  validateCollected,
} from './collection.service.ts'
export { askForExams } from './known-exams.ts'
export { missingInfo } from './own-info.service.ts'
export { type Checked, type CollectedValue, type CollectedValues, type FieldProblem, problemsIn } from './rules/check-values.ts'
export { collectedOf, saveCollected } from './value.sql.ts'

askPeopleFor(rosterFields)

const constraints = { field_name_unique: collectErrors.nameTaken }
const ownConstraints = { staff_phone_unique: collectErrors.phoneTaken, staff_email_unique: collectErrors.emailTaken }

export const collectModule: Module = {
  endpoints: [
    ...implement(outerCollection, collectionHandlers),
    ...implement(outerField, outerFieldHandlers, constraints),
    ...implement(metaDataField, metaFieldHandlers, constraints),
    ...implement(ownInfo, ownInfoHandlers, ownConstraints),
  ],
}
