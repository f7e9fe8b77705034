import { kept, protocolErrors } from '@kaopei/contract'
import { type Implemented, implement } from '@kaopei/server'
import { reviewTemplate, reviewTemplateErrors, reviewTemplateFields, reviewTemplateKind } from '../contract/review-template.ts'
import {
  countReviewTemplates,
  deleteReviewTemplates,
  findReviewTemplateLocked,
  insertReviewTemplate,
  pageOfReviewTemplates,
  type ReviewTemplateFields,
  selectUsableReviewTemplates,
  updateReviewTemplate,
} from './review-template.sql.ts'

const mostTemplates = 500

export const reviewTemplateEndpoints: readonly Implemented[] = implement(
  reviewTemplate,
  {
    list: async ({ pageIndex, pageSize, ...filter }, { db }) => pageOfReviewTemplates(db, filter, { pageIndex, pageSize }),

    options: async ({ kind }, { db }) => selectUsableReviewTemplates(db, kind),

    create: async (input, { actor, db, fail, record }) => {
      if ((await countReviewTemplates(db)) >= mostTemplates) return fail(reviewTemplateErrors.tooMany)
      const fields = fieldsOf(input)
      const id = await insertReviewTemplate(db, actor.staffId, fields)
      record({ targetId: id, targetName: input.name, after: fields })
      return { id }
    },

    modify: async ({ id, version, ...input }, { db, fail, record }) => {
      const stored = await findReviewTemplateLocked(db, id)
      if (!stored) return fail(protocolErrors.notFound)
      if (stored.version !== version) return fail(protocolErrors.changed, { data: stored })
      const fields = fieldsOf(kept(reviewTemplateFields, input, stored))
      await updateReviewTemplate(db, id, fields)
      record({ targetId: id, targetName: fields.name, before: fieldsOf(stored), after: fields })
    },

    remove: async ({ ids }, { db, fail, record }) => {
      const removed = await deleteReviewTemplates(db, ids)
      if (removed.length === 0) return fail(protocolErrors.notFound)
      for (const { id, ...fields } of removed) record({ targetId: id, targetName: fields.name, before: fields })
    },
  },
  { review_template_name_unique: reviewTemplateErrors.nameTaken },
)

/** A verdict belongs to opinions alone. */
function fieldsOf({ kind, name, body, verdict, sort, isEnabled }: ReviewTemplateFields): ReviewTemplateFields {
  return { kind, name, body, verdict: kind === reviewTemplateKind.opinion ? verdict : null, sort, isEnabled }
}
