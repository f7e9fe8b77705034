import { protocolErrors } from '@kaopei/contract'
import { staffSource } from '@kaopei/org/contract/codes'
import { columnsOfPerson, type Field } from '@kaopei/org/contract/own-fields'
import { allowsNewPhoneRanges, contactSight, readableContacts, shownText } from '@kaopei/org/server'
import type { Actor, Context, Db, Handlers } from '@kaopei/server'
import type { FilledField, outerField } from '../contract/outer-field.ts'
import { allOuterFields, fieldOf, shownField } from './collection.service.ts'
import { addField, changeField } from './field.service.ts'
import { type CustomField, findField, removeField, selectFields, selectFieldsByIds, subjects } from './field.sql.ts'
import { type CollectedValue, type CollectedValues, checkValues, problemsIn } from './rules/check-values.ts'
import { hasChanged } from './rules/has-changed.ts'
import { collectedOf, findPerson, lockValues, type PersonOfValues, saveCollected } from './value.sql.ts'

/** What the log keeps of a field. */
const logged = ({ name, customType, options }: CustomField) => ({ name, customType, options })

type RemoveContext = Context<(typeof outerField)['remove']> | Context<(typeof outerField)['removeByGet']>

async function removeIt({ id }: { id: string }, { db, now, fail, record }: RemoveContext): Promise<undefined> {
  const before = await findField(db, subjects.outer, id)
  if (!before) return fail(protocolErrors.notFound)
  await removeField(db, id, now)
  record({ targetId: id, targetName: before.name, before: logged(before) })
}

/** The fields whose values are kept here for somebody: a candidate's or an employee's. */
async function fieldsOf(db: Db, person: PersonOfValues): Promise<{ field: Field; isRequired: boolean }[]> {
  if (person.staffSource === staffSource.outside) {
    const fields = await allOuterFields(db)
    return fields.filter(({ id }) => !columnsOfPerson.includes(id)).map((field) => ({ field, isRequired: false }))
  }
  const fields = await selectFields(db, subjects.staff)
  return fields.filter(({ isEnabled }) => isEnabled).map((field) => ({ field: fieldOf(field), isRequired: field.isRequired }))
}

/** Numbers of identity cards, and contacts that somebody typed into a field, are for those who may see phones and addresses too. */
function shownValues(values: CollectedValues, isReadable: boolean): CollectedValues {
  const shown = Object.entries(values).map(([id, value]) => [id, shownValue(value, isReadable)] as const)
  return Object.fromEntries(shown)
}

function shownValue(value: CollectedValue, isReadable: boolean): CollectedValue {
  if (typeof value === 'string') return shownText(value, isReadable)
  return Array.isArray(value) ? value.map((one: string) => shownText(one, isReadable)) : value
}

async function isReadableTo(db: Db, actor: Actor, staffId: string): Promise<boolean> {
  return (await readableContacts(db, contactSight(actor), [staffId]))(staffId)
}

type Given = Readonly<Record<string, string | readonly string[] | null>>

/** A masked value, as the caller was shown it, means the present one. */
function unmasked(given: Given, stored: CollectedValues, isReadable: boolean): Given {
  const present = Object.entries(stored).filter(
    ([id, value]) => JSON.stringify(given[id]) === JSON.stringify(shownValue(value, isReadable)),
  )
  return { ...given, ...Object.fromEntries(present) }
}

/** The fields that are filled in now, and behind them those that no longer are, where this person has filled them in. */
async function filledOf(db: Db, actor: Actor, person: PersonOfValues): Promise<FilledField[]> {
  const stored = (await collectedOf(db, [person.id])).get(person.id) ?? {}
  const values = shownValues(stored, await isReadableTo(db, actor, person.id))
  const inUse = (await fieldsOf(db, person)).map(({ field }) => field)
  const known = new Set(inUse.map(({ id }) => id))
  const subject = person.staffSource === staffSource.outside ? subjects.outer : subjects.staff
  const rest = Object.keys(values).filter((id) => !known.has(id))
  const gone = rest.length === 0 ? [] : (await selectFieldsByIds(db, subject, rest)).map(fieldOf)
  const filled = (isInUse: boolean) => (field: Field) => ({
    ...shownField(field),
    isInUse,
    content: contentOf(values[field.id]),
  })
  return [...inUse.map(filled(true)), ...gone.map(filled(false))]
}

function contentOf(value: CollectedValue | undefined): string | string[] | null {
  if (value === undefined) return null
  return typeof value === 'string' ? value : [...value]
}

/** As the form holds them. */
function formOf(filled: readonly FilledField[]) {
  const values = Object.fromEntries(filled.filter(({ isInUse }) => isInUse).map(({ value, content }) => [value, content]))
  return { values, before: values }
}

export const outerFieldHandlers: Handlers<typeof outerField> = {
  add: async ({ name, customType, optionContent }, { db, fail, record }) => {
    const field = { subject: subjects.outer, name, customType, options: optionContent }
    const id = await addField(db, field, fail)
    record({ targetId: id, targetName: name, after: { name, customType, options: optionContent } })
    return { id }
  },

  update: async (wish, { db, fail, record }) => {
    const show = (field: CustomField) => shownField(fieldOf(field))
    const { before, after } = await changeField(db, subjects.outer, wish, { shown: show, fail })
    record({ targetId: after.id, targetName: after.name, before: logged(before), after: logged(after) })
    return show(after)
  },

  get: async ({ id }, { db, fail }) => {
    const field = await findField(db, subjects.outer, id)
    return field ? shownField(fieldOf(field)) : fail(protocolErrors.notFound)
  },

  remove: removeIt,
  removeByGet: removeIt,

  getStaffValues: async ({ staffId }, { actor, db, fail, scope }) => {
    const person = await findPerson(db, staffId, scope)
    return person ? filledOf(db, actor, person) : fail(protocolErrors.notFound)
  },

  saveStaffValues: async ({ staffId, values: given, before = {} }, { actor, db, now, fail, record, scope }) => {
    const person = await findPerson(db, staffId, scope)
    if (!person) return fail(protocolErrors.notFound)
    // Only what was given is looked at: somebody may fill in one field and leave the others for later.
    const fields = (await fieldsOf(db, person)).filter(({ field }) => field.id in given)
    const asked = {
      required: fields.filter(({ isRequired }) => isRequired).map(({ field }) => field),
      optional: fields.filter(({ isRequired }) => !isRequired).map(({ field }) => field),
    }
    await lockValues(db, staffId)
    const stored = (await collectedOf(db, [staffId])).get(staffId) ?? {}
    const isReadable = await isReadableTo(db, actor, staffId)
    const { values, problems } = checkValues(asked, unmasked(given, stored, isReadable), {
      allowsNewPhoneRanges: await allowsNewPhoneRanges(db),
    })
    if (problems.length > 0) return fail(protocolErrors.invalid, problemsIn(problems))
    const ids = fields.map(({ field }) => field.id)
    if (hasChanged({ stored, before: unmasked(before, stored, isReadable), next: values }, ids))
      return fail(protocolErrors.changed, { data: formOf(await filledOf(db, actor, person)) })
    const emptied = fields.filter(({ field }) => !(field.id in values)).map(({ field }) => [field.id, null] as const)
    await saveCollected(db, staffId, { ...values, ...Object.fromEntries(emptied) }, now)
    record({ targetId: staffId, targetName: person.name, after: { fields: fields.map(({ field }) => field.name) } })
    return filledOf(db, actor, person)
  },
}
