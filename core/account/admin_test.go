package account_test

import (
	"errors"
	"testing"

	"github.com/cotejo/cotejo/core/account"
)

func TestCheckAdminRemains(t *testing.T) {
	failed := errors.New("the store failed")
	for _, roles := range []struct{ admin, other account.Role }{{account.Admin, account.Member}, {account.Administrator, account.Notifier}} {
		admin := account.User{Role: roles.admin}
		disabled := account.User{Role: roles.admin, Disabled: true}
		member := account.User{Role: roles.other}
		renamed := account.User{Role: roles.admin, Name: "Eva"}
		for _, c := range []struct {
			name          string
			before, after account.User
			hasOther      bool
			err           error // of the store
			want          error
		}{
			{"demoting the last one", admin, member, false, nil, account.ErrLastAdmin},
			{"disabling the last one", admin, disabled, false, nil, account.ErrLastAdmin},
			{"deleting the last one", admin, account.User{}, false, nil, account.ErrLastAdmin},
			{"demoting one of two", admin, member, true, nil, nil},
			{"renaming the last one", admin, renamed, false, failed, nil},
			{"demoting a disabled one", disabled, member, false, failed, nil},
			{"disabling a member", member, account.User{Role: roles.other, Disabled: true}, false, failed, nil},
			{"promoting a member", member, admin, false, failed, nil},
			{"a store that fails", admin, member, false, failed, failed},
		} {
			t.Run(string(roles.admin)+", "+c.name, func(t *testing.T) {
				err := account.CheckAdminRemains(c.before, c.after, func() (bool, error) { return c.hasOther, c.err })
				if err != c.want {
					t.Errorf("got %v, want %v", err, c.want)
				}
			})
		}
	}
}
