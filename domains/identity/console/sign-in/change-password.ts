import { staffCentreCalls } from '@kaopei/identity/contract/staff-centre'
import { queryClient, toast } from '@kaopei/web'
import { call, encryptPassword } from '@kaopei/web/client'
import { person } from '../own/person.ts'

/** Changes one's own password. The old one is left out only by a session that must change it. False when refused (already shown). */
export async function changePassword(newPassword: string, oldPassword?: string): Promise<boolean> {
  try {
    await call(staffCentreCalls.selfModifyPassword, {
      newPassword: await encryptPassword(newPassword),
      oldPassword: oldPassword === undefined ? null : await encryptPassword(oldPassword),
      check: false,
    })
  } catch {
    return false
  }
  person.passwordChanged()
  // What the screen behind the dialog asked for was refused until now.
  void queryClient.invalidateQueries()
  toast.success('修改密码成功')
  return true
}
