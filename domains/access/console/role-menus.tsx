import { confirmAction, RightButton, useAction, useUnsavedGuard } from '@kaopei/web'
import { apiCodes, isApiError, isRecord, report } from '@kaopei/web/client'
import { Checkbox } from 'antd'
import { type ReactNode, useRef, useState } from 'react'
import { type CompanyMenu, roleMenuCalls } from '../contract/role-menu.ts'
import { isSame, stateOf, type Ticks, tickBranch, tickMenu, tickRight, ticksOf } from './tick-menus.ts'

export interface RoleGrants {
  readonly roleId: string
  readonly version: number
  readonly menus: readonly { readonly menu: string; readonly scope: number; readonly departmentIds: readonly string[] }[]
  readonly rights: readonly string[]
  readonly isEditable: boolean
}

interface Props {
  readonly tree: readonly CompanyMenu[]
  readonly grants: RoleGrants
  /** Tells the screen whether something is not saved yet. */
  readonly onDirty: (isDirty: boolean) => void
}

/** Menus with their buttons, ticked. */
export function RoleMenuTicks({ tree, grants, onDirty }: Props): ReactNode {
  const [ticks, setTicks] = useState(() => ticksOf(grants))
  // Somebody else saved meanwhile and the person wants their own ticks to count: the next save goes over that version.
  const [version, setVersion] = useState(grants.version)
  const saved = useRef(ticksOf(grants))
  const isDirty = !isSame(ticks, saved.current)
  useUnsavedGuard(() => isDirty)
  const save = useAction(roleMenuCalls.setRoleMenu, { silent: true })
  const change = (next: Ticks) => {
    setTicks(next)
    onDirty(!isSame(next, saved.current))
  }
  const submit = async () => {
    const outcome = await save.run({ roleId: grants.roleId, version, menus: [...ticks.menus], rights: [...ticks.rights] })
    if (outcome.ok) {
      saved.current = ticks
      setVersion(outcome.data.version)
      onDirty(false)
      return
    }
    const newer = changedRow(outcome.error)
    if (!newer) return report(outcome.error, roleMenuCalls.setRoleMenu.facts.path)
    const takesNew = await confirmAction({
      title: '数据已被他人修改',
      content: '保存前该角色的权限已被他人修改。可以载入最新内容后重新勾选，也可以保留我的勾选，再次保存时以我的勾选为准。',
      okText: '载入最新内容',
      cancelText: '保留我的勾选',
    })
    setVersion(newer.version)
    if (!takesNew) return
    saved.current = newer.ticks
    change(newer.ticks)
  }
  return (
    <>
      <ul className="kp-ticks" aria-label="菜单与按钮">
        {tree.map((node) => (
          <Branch key={node.id} node={node} depth={0} ticks={ticks} onChange={change} isEditable={grants.isEditable} />
        ))}
      </ul>
      {grants.isEditable && (
        <div className="kp-page-foot kp-save-bar">
          <span aria-live="polite">
            {isDirty ? '有未保存的修改' : `已授权 ${ticks.menus.size} 个菜单、${ticks.rights.size} 个按钮`}
          </span>
          <RightButton
            right={roleMenuCalls.setRoleMenu}
            type="primary"
            disabled={!isDirty}
            loading={save.isRunning}
            onClick={() => void submit()}
          >
            保 存
          </RightButton>
        </div>
      )}
    </>
  )
}

/** What the role grants by now, when somebody else was quicker (1007). */
function changedRow(error: unknown): { version: number; ticks: Ticks } | undefined {
  if (!isApiError(error, apiCodes.changed) || !isRecord(error.data)) return undefined
  const { version, menus, rights } = error.data
  if (typeof version !== 'number' || !Array.isArray(menus) || !Array.isArray(rights)) return undefined
  const names = menus.flatMap((grant: unknown) => (isRecord(grant) ? [{ menu: String(grant.menu) }] : []))
  return { version, ticks: ticksOf({ menus: names, rights: rights.map(String) }) }
}

interface BranchProps {
  readonly node: CompanyMenu
  readonly depth: number
  readonly ticks: Ticks
  readonly onChange: (ticks: Ticks) => void
  readonly isEditable: boolean
}

const notOwn = '您自己没有此权限，不能授予'

function Branch(props: BranchProps): ReactNode {
  const { node, depth, ticks, onChange, isEditable } = props
  const state = stateOf(ticks, node)
  const isMenuTicked = ticks.menus.has(node.id)
  const isLeaf = node.children.length === 0
  const toggle = (isOn: boolean) => onChange(isLeaf ? tickMenu(ticks, node, isOn) : tickBranch(ticks, node, isOn))
  const mayTick = isEditable && (node.isGroup || node.mayGrant)
  return (
    <li>
      <div className="kp-tick-line" data-group={node.isGroup || undefined}>
        <span className="kp-tick-menu" style={{ paddingInlineStart: depth * 24 }}>
          <Checkbox
            checked={node.isGroup ? state === 'all' : isMenuTicked}
            indeterminate={node.isGroup && state === 'some'}
            disabled={!mayTick}
            onChange={(event) => toggle(event.target.checked)}
          >
            <span title={node.isGroup || node.mayGrant ? undefined : notOwn}>
              {node.title}
              {node.isHidden && <small className="kp-tick-note">页面</small>}
            </span>
          </Checkbox>
        </span>
        {node.rights.length > 0 && (
          <fieldset className="kp-tick-rights" aria-label={`${node.title}的按钮`}>
            {node.rights.map(({ code, label }) => (
              <Checkbox
                key={code}
                checked={ticks.rights.has(code)}
                disabled={!isEditable || !node.grantable.includes(code)}
                onChange={(event) => onChange(tickRight(ticks, node, code, event.target.checked))}
              >
                <span title={node.grantable.includes(code) ? undefined : notOwn}>{label}</span>
              </Checkbox>
            ))}
          </fieldset>
        )}
      </div>
      {!isLeaf && (
        <ul aria-label={node.title}>
          {node.children.map((child) => (
            <Branch key={child.id} {...props} node={child} depth={depth + 1} />
          ))}
        </ul>
      )}
    </li>
  )
}
