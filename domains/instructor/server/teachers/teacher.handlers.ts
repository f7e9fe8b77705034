import { kept, protocolErrors } from '@kaopei/contract'
import { startTrackedJob } from '@kaopei/jobs/server'
import { contactSight, departmentCondition } from '@kaopei/org/server'
import { type Actor, type Context, type Handlers, implement, looksUpContact, mayUse } from '@kaopei/server'
import { teacherLevel, teacherOrigin, teacherState } from '../../contract/codes.ts'
import { teacherErrors } from '../../contract/errors.ts'
import { instructorManage } from '../../contract/menus.ts'
import { ownFields, type TeacherFilter, teacher, teacherFields } from '../../contract/teacher.ts'
import { instructorCards } from '../door.sql.ts'
import { giveUpAllOf } from '../schedule/booking.service.ts'
import { selectCategories, selectTags } from '../settings/category.sql.ts'
import { lockSeen } from '../sight.sql.ts'
import { usesOf } from '../uses.ts'
import { exportTeachersJob } from './export.job.ts'
import { guardPlace, guardRepeat, keptFields, repeatIn, storedPhone, type Wish } from './kept-fields.ts'
import { countTeachers, findTeacher, type StoredTeacher, selectTeachers } from './list.sql.ts'
import { pickedTeacher, shownTeacher } from './shown.ts'
import {
  employeesAmong,
  findEmployeeOf,
  findFormerLevel,
  insertExternal,
  insertInternal,
  lockTeachers,
  type MadeTeacher,
  namesAmong,
  removeTeachers,
  selectImpact,
  setTags,
  updateTeacher,
} from './teacher.sql.ts'

const mostUses = 20

const handlers: Handlers<typeof teacher> = {
  list: async ({ pageIndex, pageSize, ...given }, { actor, db, scope }) => {
    const manages = mayUse(actor, instructorManage.rights.view.code)
    const filter = { ...given, scope, ...(!manages && { state: teacherState.enabled }) }
    const place = { limit: pageSize, offset: (pageIndex - 1) * pageSize }
    const rows = await selectTeachers(db, filter, manages ? contactSight(actor) : null, place)
    return { dataList: rows.map(manages ? shownTeacher : pickedTeacher), totalCount: await countTeachers(db, filter) }
  },

  get: async ({ id }, { actor, db, fail, scope }) =>
    shownTeacher((await findTeacher(db, scope, contactSight(actor), id)) ?? fail(protocolErrors.notFound)),

  repeatCheck: async ({ staffId = null, phone = null, name, institution, id = null }, context) => {
    const { db, scope } = context
    // A phone that is known is told by the answer.
    if (phone) await looksUpContact(context, phone)
    const wish = { staffId, phone: storedPhone(phone || null), name: name ?? '', institution: institution ?? '', exceptId: id }
    const repeated = await repeatIn(db, scope, wish)
    const who = repeated?.who?.isSeen ? repeated.who : undefined
    const ownPhone = repeated === undefined && wish.staffId === null ? wish.phone : null
    return {
      isRepeat: repeated !== undefined,
      by: repeated?.by ?? null,
      teacher: who ? { id: who.id, name: who.name, origin: who.origin, institution: who.institution } : null,
      employee: ownPhone === null ? null : ((await findEmployeeOf(db, scope, ownPhone)) ?? null),
    }
  },

  create: async ({ origin, staffId, ...wish }, context) => {
    const { record } = context
    const isInternal = origin === teacherOrigin.internal
    const made = isInternal ? await createInternal(staffId, wish, context) : await createExternal(wish, context)
    record({ targetId: made.id, targetName: wish.name || null, after: { origin, ...loggedWish({ ...wish, level: made.level }) } })
    return { id: made.id, keptLevel: made.level < wish.level ? made.level : null }
  },

  createBatch: async ({ staffIds, level, categoryId, tagIds }, { actor, db, fail, record, scope }) => {
    const wanted = [...new Set(staffIds)]
    if ((await employeesAmong(db, scope, wanted)).length !== wanted.length) return fail(teacherErrors.staffMissing)
    if (raisesOneself(level, wanted, actor))
      return fail(teacherErrors.ownLevel, {
        text: `所选员工中的${actor.name}是您本人，不能添加为高于预备级的讲师：请将本人移出后重试，或选择预备讲师`,
      })
    await guardPlace(db, { categoryId, tagIds }, fail)
    const fields = { level, categoryId, title: '', introduction: '', keeperId: actor.staffId, isEnabled: true }
    const rows = await insertInternal(db, wanted, fields, actor.staffId)
    const made = rows.map(({ id }) => id)
    await setTags(db, made, tagIds)
    const repeatedNames = await namesAmong(
      db,
      wanted.filter((id) => !made.includes(id)),
    )
    const keptLevels = await keptLevelsOf(db, level, rows)
    record({
      targetName: `${made.length} 位讲师`,
      after: {
        staffIds: made,
        teacherLevel: teacherLevel.label(level),
        repeatedNames,
        keptLevels: keptLevels.map(({ name }) => name),
      },
    })
    return { createdCount: made.length, repeatedNames, keptLevels }
  },

  modify: async ({ id, version, ...said }, context) => {
    const { actor, db, fail, record, scope } = context
    if (!(await lockSeen(db, scope, id))) return fail(protocolErrors.notFound)
    const before = (await findTeacher(db, scope, contactSight(actor), id)) ?? fail(protocolErrors.notFound)
    if (before.version !== version) return fail(protocolErrors.changed, { data: shownTeacher(before) })
    const wish = kept({ ...teacherFields, ...ownFields }, said, standingOf(before))
    if (wish.level > before.level) return fail(teacherErrors.raisedByForm)
    const isExternal = before.origin === teacherOrigin.external
    if (isExternal && wish.name === '') return fail(teacherErrors.nameMissing)
    const given = isExternal ? wish : { ...wish, phone: null, email: null, departmentId: null }
    const { fields, keeps } = await keptFields(db, scope, given, before, fail)
    const phone = keeps.phone ? null : fields.phone
    if (isExternal) await guardRepeat(db, scope, { ...fields, staffId: null, phone, exceptId: id }, fail)
    await updateTeacher(db, id, fields, keeps)
    await setTags(db, [id], wish.tagIds)
    record({
      targetId: id,
      targetName: isExternal ? wish.name : before.name,
      before: loggedStored(before),
      after: loggedWish(wish),
    })
    return { id, version: version + 1 }
  },

  removeImpact: async ({ ids }, { db, scope }) => impactOf(db, scope, ids),

  remove: async ({ ids, isConfirmed }, { actor, db, fail, now, record, scope }) => {
    await lockTeachers(db, ids)
    const impacts = await impactOf(db, scope, [...new Set(ids)])
    if (impacts.length === 0) return fail(protocolErrors.notFound)
    const hurt = impacts.filter(({ bookedCount, openMinutes, useCount }) => bookedCount + openMinutes + useCount > 0)
    if (hurt.length > 0 && !isConfirmed)
      return fail(teacherErrors.inUse, {
        text: `${hurt.map(({ name }) => name).join('、')} 还有预约、未结算课时或课程，请确认后再删除`,
        data: hurt,
      })
    const gone = impacts.map(({ id }) => id)
    const cancelled = await giveUpAllOf(db, gone, { reason: '讲师已删除', by: actor.staffId })
    const removedCount = await removeTeachers(db, gone, now)
    for (const { id, name } of impacts)
      record({ targetId: id, targetName: name, after: { cancelledCount: cancelled.get(id) ?? 0 } })
    return { removedCount }
  },

  exportTeacher: async (filter, { actor, db, fail, record, scope }) => {
    const count = await countTeachers(db, { ...filter, scope })
    if (count === 0) return fail(teacherErrors.nothingToExport)
    const payload = { ...filter, scope, sight: contactSight(actor), count }
    const conditions = await conditionsOf(db, filter, count)
    const { jobId } = await startTrackedJob(db, actor, exportTeachersJob, payload, { conditions })
    record({ targetName: '讲师名单', after: { jobId, count } })
    return { jobId }
  },
}

type Creating = Context<(typeof teacher)['create']>

/** One's own promotion is somebody else's decision, on the way in as well. */
const raisesOneself = (level: number, staffIds: readonly string[], { staffId }: Actor) =>
  level > teacherLevel.preparatory && staffIds.includes(staffId)

async function keptLevelsOf(db: Creating['db'], wanted: number, made: readonly MadeTeacher[]) {
  const lower = made.filter(({ level }) => level < wanted)
  const ids = lower.map(({ id }) => id)
  const names = new Map((await instructorCards(db, ids)).map(({ id, name }) => [id, name]))
  return lower.map(({ id, level }) => ({ name: names.get(id) ?? '', level }))
}

async function createInternal(staffId: string | null, wish: Wish, { actor, db, fail, scope }: Creating): Promise<MadeTeacher> {
  if (staffId === null || (await employeesAmong(db, scope, [staffId])).length === 0) return fail(teacherErrors.staffMissing)
  if (raisesOneself(wish.level, [staffId], actor)) return fail(teacherErrors.ownLevel)
  const { fields } = await keptFields(db, scope, { ...wish, phone: null, email: null, departmentId: null }, undefined, fail)
  const [made] = await insertInternal(db, [staffId], fields, actor.staffId)
  if (made === undefined)
    return fail(teacherErrors.repeated, { text: `${(await namesAmong(db, [staffId])).join()} 已经是讲师，请勿重复添加` })
  await setTags(db, [made.id], wish.tagIds)
  return made
}

async function createExternal(wish: Wish, { actor, db, fail, scope }: Creating): Promise<MadeTeacher> {
  if (wish.name === '') return fail(teacherErrors.nameMissing)
  if (scope.kind === 'some' && wish.departmentId === null)
    return fail(teacherErrors.departmentMissing, { text: '请选择归口部门，否则您将看不到这位讲师' })
  const { fields } = await keptFields(db, scope, wish, undefined, fail)
  await guardRepeat(db, scope, { ...fields, staffId: null, exceptId: null }, fail)
  const former = await findFormerLevel(db, fields)
  const level = Math.min(fields.level, former ?? fields.level)
  const made = await insertExternal(db, { ...fields, level }, actor.staffId)
  await setTags(db, [made.id], wish.tagIds)
  return made
}

async function impactOf(db: Creating['db'], scope: Creating['scope'], ids: readonly string[]) {
  const rows = await selectImpact(db, scope, ids)
  const uses = await usesOf(
    db,
    rows.map(({ id }) => id),
  )
  return rows.map((row) => {
    const own = uses.filter(({ instructorId }) => instructorId === row.id)
    return { ...row, useCount: own.length, uses: own.slice(0, mostUses).map(({ kind, id, name }) => ({ kind, id, name })) }
  })
}

const loggedWish = ({ level, title, introduction, keeperId, tagIds, name, phone, email, ...more }: Wish) => ({
  ...{ teacherLevel: teacherLevel.label(level), teacherTitle: title, introduction, keeper: keeperId, teacherTags: tagIds },
  ...{
    name,
    phone,
    email,
    institution: more.institution,
    departmentId: more.departmentId,
    categoryId: more.categoryId,
    state: more.state,
  },
})

const loggedStored = ({ level, title, introduction, keeperId, tags, name, phone, email, ...more }: StoredTeacher) => ({
  ...{
    teacherLevel: teacherLevel.label(level),
    teacherTitle: title,
    introduction,
    keeper: keeperId,
    teacherTags: tags.map(({ id }) => id),
  },
  ...{ name, phone, email, institution: more.institution, departmentId: more.departmentId, categoryId: more.categoryId },
  state: more.isEnabled ? teacherState.enabled : teacherState.disabled,
})

/** What a change that does not name it leaves. */
function standingOf({ tags, isEnabled, ...more }: StoredTeacher) {
  const { level, categoryId, title, introduction, keeperId, name, phone, email, institution, departmentId } = more
  return {
    ...{ level, categoryId, title, introduction, keeperId, name, phone, email, institution, departmentId },
    tagIds: tags.map(({ id }) => id),
    state: isEnabled ? teacherState.enabled : teacherState.disabled,
  }
}

async function conditionsOf(db: Creating['db'], filter: TeacherFilter, count: number) {
  const { name, keyWords, departmentId, level, origin, categoryId, tagId, state } = filter
  const named = (rows: readonly { readonly id: string; readonly name: string }[], id: string) =>
    rows.find((row) => row.id === id)?.name
  const category = categoryId && named(await selectCategories(db), categoryId)
  return {
    人数: count,
    ...(name && { 讲师姓名: name }),
    ...(keyWords && { 关键字: keyWords }),
    ...(await departmentCondition(db, departmentId)),
    ...(level !== undefined && { 级别: teacherLevel.label(level) }),
    ...(origin !== undefined && { 来源: teacherOrigin.label(origin) }),
    ...(categoryId && { 分类: category ? `${category}（含下级）` : '已删除的分类' }),
    ...(tagId && { 标签: named(await selectTags(db, undefined), tagId) ?? '已删除的标签' }),
    ...(state !== undefined && { 状态: teacherState.label(state) }),
  }
}

export const teacherEndpoints = implement(teacher, handlers, {
  instructor_phone_unique: teacherErrors.repeated,
  instructor_name_unique: teacherErrors.repeated,
})
