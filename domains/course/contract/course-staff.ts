/** Who learns a course: chosen people, departments and groups, and whoever joins an open course. */
import { endpoint, id, ids, instant, instantInput, pageOf, pageQuery, text } from '@kaopei/contract'
import { leftOut } from '@kaopei/org/contract/left-out'
import { staffSelection } from '@kaopei/org/contract/selection'
import { attachMode } from '@kaopei/usergroup/contract/codes'
import { z } from 'zod'
import { enrolmentState, taskProgress } from './codes.ts'
import { courseErrors, courseStaffErrors } from './errors.ts'
import { courseManager } from './menus.ts'

const { rights } = courseManager
const base = '/api/v1/course'

export const staffRow = z.object({
  staffId: id,
  name: z.string(),
  loginAccount: z.string(),
  jobNumber: z.string().nullable(),
  department: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  state: enrolmentState.schema,
  /** Why somebody learns it. */
  isByHand: z.boolean(),
  isJoined: z.boolean(),
  isByAudience: z.boolean(),
  isByProject: z.boolean(),
  enrolledAt: instant,
  dueAt: instant.nullable(),
  isOverdue: z.boolean(),
  progress: taskProgress.schema,
  percent: z.int(),
  learnedSeconds: z.int(),
  completedAt: instant.nullable(),
  lastAt: instant.nullable(),
})
export type CourseStaffRow = z.input<typeof staffRow>

export const courseStaffSort = z.enum(['percent', 'lastAt'])

/** The newest first unless a figure is given. */
export const courseStaffOrder = { sortField: courseStaffSort.optional(), sortOrder: z.enum(['asc', 'desc']).default('desc') }

const added = z.object({
  addedCount: z.int(),
  /** Learnt it already. */
  repeatedCount: z.int(),
  /** Disabled, removed or outside the caller's data scope; of people chosen one by one. */
  skippedCount: z.int(),
})

const audienceKind = z.enum(['department', 'group'])
export const audienceKindLabels = { department: '部门', group: '用户组' } as const

const joining = [courseStaffErrors.seatsMissing, courseStaffErrors.licenceOver] as const
const targets = z.array(id).max(50, '一次最多 50 个').default([])

export const courseStaff = {
  getCourseStaff: endpoint({
    path: `${base}/getCourseStaff`,
    summary: '课程学员',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({
      courseId: id,
      keyWords: text(50, '关键字').optional(),
      /** With everything below it. */
      departmentId: id.optional(),
      state: z.coerce.number().pipe(enrolmentState.schema).optional(),
      /** 0 not begun, 1 under way, 2 complete. */
      progress: z.coerce.number().pipe(taskProgress.schema).optional(),
      isOverdue: z.boolean().optional(),
      ...courseStaffOrder,
    }),
    output: pageOf(staffRow),
  }),
  /** Adds people, to be done within the course's days (`setDueDate` gives others). Whoever learns it already stays as they are; a bought course gives a seat to each new one, or to nobody. */
  updateCourseStaff: endpoint({
    path: `${base}/updateCourseStaff`,
    summary: '添加课程学员',
    access: rights.staff,
    audit: { action: 'addStaff', target: 'course' },
    scope: 'department',
    input: staffSelection
      .extend({ courseId: id })
      .refine(
        ({ staffIds, departmentIds, filters }) => staffIds.length + departmentIds.length + filters.length > 0,
        '您还没有选择！！',
      ),
    output: added,
    errors: [courseErrors.notShelved, ...joining],
  }),
  /** What they have learnt stays; a seat that they have not used goes back. */
  courseStaffDelete: endpoint({
    path: `${base}/courseStaffDelete`,
    summary: '移出课程学员',
    access: rights.staff,
    audit: { action: 'removeStaff', target: 'course' },
    scope: 'department',
    input: z.object({ courseId: id, staffIds: ids }),
    output: z.object({ removedCount: z.int(), leftOut }),
    errors: [courseStaffErrors.heldByGroup],
  }),
  setDueDate: endpoint({
    path: `${base}/updateCourseStaffDueDate`,
    summary: '修改学员的完成期限',
    access: rights.staff,
    audit: { action: 'setDueDate', target: 'course' },
    scope: 'department',
    input: z.object({ courseId: id, staffIds: ids, dueAt: instantInput.nullable() }),
    output: z.object({ changedCount: z.int(), leftOut }),
  }),
  getCourseStaffGroup: endpoint({
    path: `${base}/getCourseStaffGroup`,
    summary: '课程关联的部门和用户组',
    access: rights.view,
    audit: 'read',
    scope: 'department',
    input: pageQuery.extend({ courseId: id }),
    output: pageOf(
      z.object({
        id,
        kind: audienceKind,
        name: z.string(),
        /** 1 snapshot, 2 live (`attachMode`). */
        mode: attachMode.schema,
        /** Of a snapshot: how many it had; null for whoever neither sees everybody nor attached it. */
        staffCount: z.int().nullable(),
        attachedByName: z.string().nullable(),
        attachedAt: instant,
      }),
    ),
  }),
  /** As they are now (1), or followed from now on (2). Nobody outside the caller's data scope comes by it, now or later. */
  updateCourseStaffGroup: endpoint({
    path: `${base}/updateCourseStaffGroup`,
    summary: '按部门或用户组添加学员',
    access: rights.staff,
    audit: { action: 'addGroup', target: 'course' },
    scope: 'department',
    input: z
      .object({ courseId: id, groupIds: targets, departmentIds: targets, mode: attachMode.schema })
      .refine(({ groupIds, departmentIds }) => groupIds.length + departmentIds.length > 0, '您还没有选择！！'),
    output: added.omit({ skippedCount: true }).extend({ removedCount: z.int() }),
    errors: [courseErrors.notShelved, courseStaffErrors.groupRefused, courseStaffErrors.liveSeats, ...joining],
  }),
  /** Whoever came by a followed one leaves with it, unless something else holds them; the people of a snapshot stay. */
  deleteCourseStaffGroup: endpoint({
    path: `${base}/deleteCourseStaffGroup`,
    summary: '取消关联部门或用户组',
    access: rights.staff,
    audit: { action: 'removeGroup', target: 'course' },
    scope: 'department',
    input: z.object({ courseId: id, groupIds: targets, departmentIds: targets }),
    output: z.object({ removedCount: z.int() }),
    errors: [courseStaffErrors.groupOutOfScope],
  }),
  /** Somebody comes into an open course themselves; where somebody must agree, they wait. */
  join: endpoint({
    path: `${base}/join`,
    summary: '报名课程',
    access: 'signedIn',
    audit: 'ownTrail',
    isRepeatable: true,
    input: z.object({ courseId: id }),
    output: z.object({ state: enrolmentState.schema }),
    errors: [
      courseStaffErrors.notOpen,
      courseStaffErrors.placesFull,
      courseStaffErrors.joinRefused,
      courseStaffErrors.takenOut,
      courseStaffErrors.notEligible,
      ...joining,
    ],
  }),
  /** Whoever asked to join; all of them that are named, or nobody where places or seats are missing. */
  approveJoin: endpoint({
    path: `${base}/approveJoin`,
    summary: '通过报名',
    access: rights.staff,
    audit: { action: 'approveJoin', target: 'course' },
    scope: 'department',
    input: z.object({ courseId: id, staffIds: ids }),
    output: z.object({ approvedCount: z.int(), leftOut }),
    errors: [courseErrors.notShelved, courseStaffErrors.notAsked, courseStaffErrors.placesFull, ...joining],
  }),
  refuseJoin: endpoint({
    path: `${base}/refuseJoin`,
    summary: '不通过报名',
    access: rights.staff,
    audit: { action: 'refuseJoin', target: 'course' },
    scope: 'department',
    input: z.object({ courseId: id, staffIds: ids, reason: text(200, '原因').default('') }),
    output: z.object({ refusedCount: z.int(), leftOut }),
    errors: [courseStaffErrors.notAsked],
  }),
}
