import {
  type CollectedValues,
  collectionOf,
  problemsIn,
  saveCollected,
  shownField,
  validateCollected,
} from '@kaopei/collect/server'
import { protocolErrors } from '@kaopei/contract'
import { hashPassword, openFirstSession, type PasswordKeys, readNewPassword } from '@kaopei/identity/server'
import { gender } from '@kaopei/org/contract/codes'
import { registerOuterPerson } from '@kaopei/org/server'
import { type Context, type Db, implement, type Module, ProtocolFailure } from '@kaopei/server'
import { shareErrors } from '@kaopei/share/contract/short-link'
import { examErrors } from '../../contract/exam-errors.ts'
import { isSimulation } from '../../contract/exam-settings.ts'
import { outerJoin } from '../../contract/outer-links.ts'
import {
  needsPassword,
  type OpenedLink,
  openLink,
  refuseFull,
  refuseWithoutPlace,
  refuseWrongPassword,
  takePlace,
} from './join.service.ts'

const opensPerMinute = 600
const joinsPerMinute = 300
const guessesPerTenMinutes = 200

type Joining = Context<(typeof outerJoin)['register']> | Context<(typeof outerJoin)['enter']>

/** Opens the link for somebody who wants to come in; guesses of the exam's password are counted by link and network. */
async function openForJoining({ token, password }: { token: string; password?: string | undefined }, context: Joining) {
  const { fail, limitRate, request } = context
  await limitRate(`outer-join:${request.network}`, joinsPerMinute, 60)
  const opened = await openLink(context, token)
  if (needsPassword(opened))
    await limitRate(`outer-join-password:${opened.link.id}:${request.network}`, guessesPerTenMinutes, 600)
  refuseWrongPassword(opened, password, fail)
  return opened
}

/** What the exam asks of outside candidates, by the field; everything wrong at once, as the form shows it. */
async function readValues(db: Db, { exam }: OpenedLink, given: Readonly<Record<string, unknown>>): Promise<CollectedValues> {
  const collection = await collectionOf(db, exam.id)
  const { values, problems } = await validateCollected(db, collection, given)
  if (problems.length > 0) throw new ProtocolFailure(protocolErrors.invalid, problemsIn(problems))
  return values
}

/** Only the application has the keys that read passwords. */
export function outerJoinModule(keys: PasswordKeys): Module {
  const endpoints = implement(
    outerJoin,
    {
      open: async ({ token }, context) => {
        const { db, fail, limitRate, request } = context
        await limitRate(`outer-open:${request.network}`, opensPerMinute, 60)
        const opened = await openLink(context, token)
        await refuseFull(db, opened, fail)
        const { exam, settings, company } = opened
        const { required, optional } = await collectionOf(db, exam.id)
        return {
          examId: exam.id,
          companyName: company.name,
          examName: exam.name,
          isSimulation: isSimulation(settings),
          admissionStartTime: exam.openAt,
          admissionEndTime: exam.closeAt,
          duration: exam.limitMinutes,
          needsPassword: needsPassword(opened),
          fields: [
            ...required.map((field) => ({ ...shownField(field), isRequired: true })),
            ...optional.map((field) => ({ ...shownField(field), isRequired: false })),
          ],
        }
      },

      register: async ({ newPassword, values: given, ...wish }, context) => {
        const { db, fail, now, record, request, services } = context
        const opened = await openForJoining(wish, context)
        const { companyId } = opened.link
        const values = await readValues(db, opened, given)
        const { name, phone, email, sex, others } = partsOf(values)
        // Before anybody is looked for: where nobody can come in, a number that is known gets the answer of one that is not.
        await refuseWithoutPlace(db, opened, fail)
        const chosen = readNewPassword(keys, newPassword, fail, [phone, opened.company.name])
        const passwordHash = await hashPassword(chosen)
        const person = { name, phone, email, gender: sex, passwordHash }
        const made = await registerOuterPerson(db, person, now)
        if (made.kind === 'wrong') return fail(protocolErrors.invalid, problemsIn([made]))
        if (made.kind === 'known') return fail(examErrors.joinKnown)
        await saveCollected(db, made.id, others, now)
        await takePlace(context, opened, made.id)
        const { id: targetId, name: targetName } = opened.exam
        record({ by: { companyId, id: made.id, name }, targetId, targetName, after: { link: opened.link.title } })
        const entering = { companyId, accountId: made.id, name, request, system: 'candidate', now }
        return openFirstSession(db, services.secret, entering)
      },

      enter: async (wish, context) => {
        const { actor, fail, record } = context
        const opened = await openForJoining(wish, context)
        if (opened.link.companyId !== actor.companyId) return fail(shareErrors.linkOver)
        await takePlace(context, opened, actor.staffId)
        record({ targetId: opened.exam.id, targetName: opened.exam.name, after: { link: opened.link.title } })
        return { examId: opened.exam.id }
      },
    },
    {
      staff_account_unique: examErrors.joinKnown,
      staff_phone_unique: examErrors.joinKnown,
      staff_email_unique: examErrors.joinKnown,
      account_login_unique: examErrors.joinKnown,
    },
  )
  return { endpoints }
}

/** What has a column of the person's own, and everything else. */
function partsOf({ name, phone, email, gender: sex, ...others }: CollectedValues) {
  const text = (value: CollectedValues[string] | undefined) => (typeof value === 'string' ? value : undefined)
  return {
    name: text(name) ?? '',
    phone: text(phone) ?? '',
    email: text(email) ?? null,
    sex: gender.options.find(({ label }) => label === text(sex))?.value ?? null,
    others,
  }
}
