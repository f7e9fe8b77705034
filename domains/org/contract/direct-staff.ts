import { endpoint, pageQuery, text, tickFlag } from '@kaopei/contract'
import { staffMenu } from './menus.ts'
import { staff } from './staff.ts'

/** The pickers' people around the caller, within the data scope of the screen that picks. */
export const directStaff = {
  /**
   * Who reports to the caller: the people right in the departments that the caller heads and the heads of those just below; of who heads none, the
   * people of the own department. `withSelf` puts the caller in front.
   */
  listDirect: endpoint({
    path: '/api/v1/staff/listDirect',
    summary: '选择人员（直属）',
    access: 'signedIn',
    scope: 'screen',
    scopeElse: staffMenu,
    audit: 'read',
    input: pageQuery.extend({ keyWords: text(100, '关键字').optional(), withSelf: tickFlag.default(false) }),
    output: staff.listFast.output,
  }),
}
