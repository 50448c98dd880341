// SPDX-License-Identifier: UNLICENSED
pragma solidity ^0.8.0;

import {TestTether} from "./TestTether.sol";

/// USDT as it is on Tron: `transfer` declares a boolean and returns false although the money moved.
contract TronUsdt is TestTether {
    function transfer(address to, uint256 value) external returns (bool) {
        _move(msg.sender, to, value);
        return false;
    }

    function transferFrom(address from, address to, uint256 value) external returns (bool) {
        _spend(from, value);
        _move(from, to, value);
        return true;
    }

    function approve(address spender, uint256 value) external returns (bool) {
        _approve(spender, value);
        return true;
    }
}
