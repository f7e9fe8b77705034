import type { Handlers } from '@kaopei/server'
import type { metaDataField } from '../contract/meta-field.ts'
import { fieldOf, shownField } from './collection.service.ts'
import { addField, changeField } from './field.service.ts'
import { type CustomField, selectFields, subjects } from './field.sql.ts'

function shown(field: CustomField) {
  const { isRequired, isEnabled, sort } = field
  return { ...shownField(fieldOf(field)), isRequired, isEnabled, sort }
}

const logged = ({ name, customType, options, isRequired, isEnabled }: CustomField) => ({
  name,
  customType,
  options,
  isRequired,
  isEnabled,
})

export const metaFieldHandlers: Handlers<typeof metaDataField> = {
  list: async (_input, { db }) => (await selectFields(db, subjects.staff)).map(shown),

  queryChooseConfigList: async (_input, { db }) => {
    const fields = await selectFields(db, subjects.staff)
    return fields.filter(({ options, isEnabled }) => isEnabled && options.length > 0).map(shown)
  },

  create: async ({ optionContent: options, ...wish }, { db, fail, record }) => {
    const id = await addField(db, { ...wish, options, subject: subjects.staff }, fail)
    record({ targetId: id, targetName: wish.name, after: { ...wish, options } })
    return { id }
  },

  update: async (wish, { db, fail, record }) => {
    const { before, after } = await changeField(db, subjects.staff, wish, { shown, fail })
    record({ targetId: after.id, targetName: after.name, before: logged(before), after: logged(after) })
    return shown(after)
  },
}
