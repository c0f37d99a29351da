package account

import "github.com/cotejo/cotejo/core/fault"

// ErrLastAdmin is the fault of a change that would leave no administrator who may log in.
var ErrLastAdmin = fault.New(fault.RuleViolated, "last_admin",
	"Es el único administrador activo; nombre o active antes a otro.")

// IsActiveAdmin reports whether u is an administrator who may log in.
func (u User) IsActiveAdmin() bool { return u.Role.IsAdmin() && !u.Disabled }

// CheckAdminRemains returns ErrLastAdmin if the change from before to after takes away an active
// administrator and hasOther reports no other one. A deleted user is the zero User.
//
// A directory of users calls it in the same atomic step as the change, under a lock that two
// changes of administrators cannot hold at once. Otherwise each of two changes would count the
// administrator that the other one takes away.
func CheckAdminRemains(before, after User, hasOther func() (bool, error)) error {
	if !before.IsActiveAdmin() || after.IsActiveAdmin() {
		return nil
	}
	other, err := hasOther()
	if err == nil && !other {
		return ErrLastAdmin
	}
	return err
}
