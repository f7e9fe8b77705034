import { AssociatedGroupsDrawer } from '@kaopei/usergroup/parts'
import {
  confirmAction,
  confirmLeaving,
  EmptyState,
  ErrorState,
  PageHeader,
  PageSkeleton,
  RightButton,
  ToneTag,
  useAction,
  useCall,
  useMay,
} from '@kaopei/web'
import { isApiError, isRecord, report } from '@kaopei/web/client'
import { Tabs } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { Link } from 'react-router'
import { roleErrors } from '../contract/errors.ts'
import { type RoleRow, role } from '../contract/role.ts'
import { menuCalls, roleMenuCalls } from '../contract/role-menu.ts'
import { CopyRole, EditRole } from './role.form.tsx'
import { useRoleGroups } from './role-groups.ts'
import { RoleMenuTicks } from './role-menus.tsx'
import { RoleScopes } from './role-scopes.tsx'
import { type ChosenRole, RoleSide, useChosenRole } from './role-side.tsx'

/** 角色权限: roles at the left, what the chosen one grants at the right. */
export default function RolePermissionPage(): ReactNode {
  const of = useChosenRole()
  const isDirty = useRef(false)
  const mayLeave = async () => {
    if (isDirty.current && !(await confirmLeaving())) return false
    isDirty.current = false
    return true
  }
  const { chosen } = of
  return (
    <>
      <PageHeader title="角色权限" />
      <div className="kp-list kp-list-with-side">
        <aside className="kp-card kp-list-side">
          <RoleSide of={of} mayLeave={mayLeave} canAdd />
        </aside>
        <section className="kp-card kp-list-main">
          {chosen ? (
            <ChosenRoleView
              key={chosen.id}
              row={chosen}
              of={of}
              onDirty={(now) => {
                isDirty.current = now
              }}
            />
          ) : of.roles ? (
            <EmptyState text="还没有角色" />
          ) : of.error ? (
            <ErrorState error={of.error} onRetry={of.refetch} />
          ) : (
            <PageSkeleton />
          )}
        </section>
      </div>
    </>
  )
}

interface ViewProps {
  readonly row: RoleRow
  readonly of: ChosenRole
  readonly onDirty: (isDirty: boolean) => void
}

function ChosenRoleView({ row, of, onDirty }: ViewProps): ReactNode {
  const tree = useCall(menuCalls.listCompanyApp)
  const grants = useCall(roleMenuCalls.listRoleMenu, { roleId: row.id })
  const error = tree.error ?? grants.error
  const [isUnsaved, setUnsaved] = useState(false)
  const noteDirty = (isDirty: boolean) => {
    setUnsaved(isDirty)
    onDirty(isDirty)
  }
  return (
    <>
      <RoleHead row={row} of={of} />
      {tree.data && grants.data ? (
        <>
          <RoleNote {...grants.data} />
          <Tabs
            items={[
              {
                key: 'menus',
                label: '菜单与按钮',
                children: <RoleMenuTicks tree={tree.data} grants={grants.data} onDirty={noteDirty} />,
              },
              {
                key: 'scopes',
                label: '数据权限',
                children: <RoleScopes tree={tree.data} grants={grants.data} isUnsaved={isUnsaved} />,
              },
            ]}
          />
        </>
      ) : error ? (
        <ErrorState error={error} onRetry={() => (tree.error ? tree : grants).refetch()} />
      ) : (
        <PageSkeleton />
      )}
    </>
  )
}

interface NoteProps {
  readonly isAdmin: boolean
  readonly isEditable: boolean
  readonly hasDynamicGroup: boolean
}

function RoleNote({ isAdmin, isEditable, hasDynamicGroup }: NoteProps): ReactNode {
  if (hasDynamicGroup && isEditable)
    return <p className="kp-note">该角色关联了动态用户组：谁能修改人员的部门、标签等信息，谁就能决定谁拥有以下权限。</p>
  if (hasDynamicGroup) return <p className="kp-note">该角色关联了动态用户组，只能由企业管理员修改。</p>
  if (isAdmin) return <p className="kp-note">该角色拥有企业套餐内的全部菜单、按钮和数据，不能修改。</p>
  return isEditable ? null : <p className="kp-note">该角色的权限超出您自己的权限，您只能查看。</p>
}

function RoleHead({ row, of }: Pick<ViewProps, 'row' | 'of'>): ReactNode {
  const [opened, setOpened] = useState<'edit' | 'copy' | 'groups'>()
  const groups = useRoleGroups(row.id)
  const canSeePeople = useMay('rolePeople:view')
  const remove = useRemoval(row)
  const close = () => setOpened(undefined)
  return (
    <header className="kp-role-head">
      <div>
        <h2>
          {row.name}
          {row.code !== null && <ToneTag tone="info">内置</ToneTag>}
        </h2>
        {row.descript && <p className="kp-hint">{row.descript}</p>}
        <p className="kp-role-counts">
          {canSeePeople ? (
            <Link to={`/business/rolePeople?roleId=${row.id}`}>{row.staffCount} 名成员</Link>
          ) : (
            `${row.staffCount} 名成员`
          )}
          {row.code === null && (
            <button type="button" className="kp-link" disabled={!canSeePeople} onClick={() => setOpened('groups')}>
              {row.groupCount} 个用户组
            </button>
          )}
        </p>
      </div>
      <div className="kp-role-actions">
        {row.isEditable && (
          <RightButton right={role.updateRole} onClick={() => setOpened('edit')}>
            编辑
          </RightButton>
        )}
        <RightButton right={role.copyRole} onClick={() => setOpened('copy')}>
          复制
        </RightButton>
        {row.isEditable && (
          <RightButton right={role.deleteRole} danger loading={remove.isRunning} onClick={() => void remove.run()}>
            删除
          </RightButton>
        )}
      </div>
      {opened === 'edit' && <EditRole row={row} onClose={close} />}
      {opened === 'copy' && <CopyRole row={row} onClose={close} onCopied={of.choose} />}
      <AssociatedGroupsDrawer
        open={opened === 'groups'}
        onClose={close}
        {...groups}
        canChange={groups.canChange && row.isEditable}
      />
    </header>
  )
}

/** Asks; asks once more when somebody holds the role, also when that was not known here yet. */
function useRemoval(row: RoleRow): { readonly run: () => Promise<void>; readonly isRunning: boolean } {
  const action = useAction(role.deleteRole, { successText: '删除成功', silent: true })
  const run = async () => {
    const words = { title: '确认删除？', okText: '删 除', isDangerous: true }
    if (!(await confirmAction({ ...words, content: `确定删除角色“${row.name}”吗？` }))) return
    const first = await action.run({ id: row.id })
    if (first.ok) return
    if (!isApiError(first.error, roleErrors.hasMembers.code) || !isRecord(first.error.data)) return report(first.error)
    if (!(await confirmAction({ ...words, content: `${first.error.message}，是否继续?` }))) return
    const second = await action.run({ id: row.id, isConfirmed: true })
    if (!second.ok) report(second.error)
  }
  return { run, isRunning: action.isRunning }
}
